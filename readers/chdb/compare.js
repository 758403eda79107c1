// Compares Delta tables, read by delta-kernel-rs, with the rows that they must hold.
//   node compare.js LIST
// LIST: a JSON array of {name, table, version, rows, columns, without}. table: its folder. version: null for the newest. rows: a file with
// a JSON object a line. columns: SQL type by column. without: ids of rows that are not compared.
// Prints a JSON object a line: {name, differences}; differences is empty, or has rows that one side has more often than the other.
'use strict';

const fs = require('fs');
const path = require('path');
const { Query } = require('@chdb/lib-linux-x64-gnu');

const SCALARS = {
  BOOLEAN: 'Bool',
  TINYINT: 'Int8',
  SMALLINT: 'Int16',
  INT: 'Int32',
  BIGINT: 'Int64',
  FLOAT: 'Float32',
  DOUBLE: 'Float64',
  STRING: 'String',
};

// The parts of "A, B<C, D>" between the outermost commas.
function parts(text) {
  const found = [''];
  let depth = 0;
  for (const char of text) {
    depth += { '<': 1, '(': 1, '>': -1, ')': -1 }[char] || 0;
    if (char === ',' && depth === 0) {
      found.push('');
    } else {
      found[found.length - 1] += char;
    }
  }
  return found.map((part) => part.trim());
}

// ClickHouse's type of a value in JSON. There are no NULL arrays, maps or tuples: both sides have empty ones instead.
function jsonType(type) {
  const nested = type.match(/^(ARRAY|MAP|STRUCT)<(.*)>$/);
  if (SCALARS[type]) {
    return `Nullable(${SCALARS[type]})`;
  } else if (/^DECIMAL\(/.test(type)) {
    return `Nullable(Decimal${type.slice(7)})`;
  } else if (!nested) {
    throw new Error(`no rule for type ${type}`);
  } else if (nested[1] === 'ARRAY') {
    return `Array(${jsonType(nested[2])})`;
  } else if (nested[1] === 'MAP') {
    const [key, value] = parts(nested[2]);
    return `Map(${SCALARS[key]}, ${jsonType(value)})`;
  }
  const fields = parts(nested[2]).map((field) => field.split(/:\s*(.*)/s));
  return `Tuple(${fields.map(([name, fieldType]) => `${name} ${jsonType(fieldType)}`).join(', ')})`;
}

// How a column of the expected rows is read from its line of JSON.
function expectedValue(column, type) {
  const text = `JSONExtract(line, '${column}', 'Nullable(String)')`;
  if (/^DECIMAL\(/.test(type)) {
    // ClickHouse's own functions for JSON would read a floating point number.
    return `CAST(nullIf(extract(line, '"${column}":(-?[0-9.]+)'), '') AS ${jsonType(type)})`;
  }
  switch (type) {
    case 'DATE':
      return `toDate32(${text})`;
    case 'TIMESTAMP':
      return `parseDateTime64BestEffortOrNull(${text}, 6, 'UTC')`;
    case 'TIMESTAMP_NTZ':
      return `toDateTime64OrNull(${text}, 6, 'UTC')`;
    case 'BINARY':
      return `base64Decode(${text})`;
    default:
      return `JSONExtract(line, '${column}', '${jsonType(type)}')`;
  }
}

// Both sides are compared by the text of a value, since the engine's types differ in nullability and zone.
function comparable(value, type) {
  if (/^MAP</.test(type)) {
    return `toString(mapSort(${value}))`;
  }
  switch (type) {
    case 'DATE':
      return `ifNull(toString(toDate32(${value})), '\\\\N')`;
    case 'TIMESTAMP':
      return `ifNull(toString(toTimeZone(toDateTime64(${value}, 6, 'UTC'), 'UTC')), '\\\\N')`;
    case 'TIMESTAMP_NTZ':
      return `ifNull(toString(toDateTime64(${value}, 6, 'UTC')), '\\\\N')`;
    case 'BINARY':
      return `ifNull(hex(${value}), '\\\\N')`;
    default:
      return `ifNull(toString(${value}), '\\\\N')`;
  }
}

const quoted = (text) => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;

// Times and bytes within other values are left to Spark: ClickHouse does not read them from JSON as they are written there.
const isCompared = (type) => !/^(ARRAY|MAP|STRUCT)<.*\b(DATE|TIMESTAMP|TIMESTAMP_NTZ|BINARY)\b/.test(type);

// Names of our own have two underscores before them: they must not be those of a column.
function differences({ table, version, rows, columns, without }) {
  const names = Object.keys(columns).filter((name) => isCompared(columns[name]));
  const actual = names.map((name) => comparable(`\`${name}\``, columns[name]));
  const expected = names.map((name) => comparable(expectedValue(name, columns[name]), columns[name]));
  const where = (id) => (without.length ? ` WHERE ${id} NOT IN (${without.join(', ')})` : '');
  const settings = version === null ? '' : ` SETTINGS delta_lake_snapshot_version = ${version}`;
  return Query(
    `SELECT sum(__side) AS surplus, __row FROM (
      SELECT 1 AS __side, [${actual.join(', ')}] AS __row FROM deltaLakeLocal(${quoted(table)})${where('id')}
      UNION ALL
      SELECT -1 AS __side, [${expected.join(', ')}] AS __row FROM file(${quoted(rows)}, 'LineAsString', 'line String')
      ${where(`JSONExtract(line, 'id', 'Nullable(Int64)')`)}
    ) GROUP BY __row HAVING surplus != 0 LIMIT 10${settings}`,
    'JSONEachRow'
  )
    .toString()
    .trim();
}

const list = JSON.parse(fs.readFileSync(path.resolve(process.argv[2]), 'utf8'));
// The engine takes relative paths from here.
process.chdir('/');
for (const entry of list) {
  let found;
  try {
    found = differences(entry);
  } catch (error) {
    found = String(error);
  }
  console.log(JSON.stringify({ name: entry.name, differences: found }));
}
