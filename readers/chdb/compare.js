// Compares a Delta table, read by delta-kernel-rs, with the rows it must hold.
//   node compare.js TABLE ROWS COLUMNS
// TABLE: folder of the table. ROWS: a JSON object a line. COLUMNS: a JSON object, SQL type by column.
// Prints "equal", or the differences, and then ends with exit code 1.
'use strict';

const path = require('path');
const { Query } = require('@chdb/lib-linux-x64-gnu');

const [table, rows, columns] = process.argv.slice(2);
const types = JSON.parse(columns);

// How a value is read from JSON, as the type that the reader gives.
const fromJson = {
  INT: (c) => `toInt32(JSONExtract(line, '${c}', 'Nullable(Int32)'))`,
  TINYINT: (c) => `JSONExtract(line, '${c}', 'Nullable(Int8)')`,
  SMALLINT: (c) => `JSONExtract(line, '${c}', 'Nullable(Int16)')`,
  BIGINT: (c) => `JSONExtract(line, '${c}', 'Nullable(Int64)')`,
  FLOAT: (c) => `JSONExtract(line, '${c}', 'Nullable(Float32)')`,
  DOUBLE: (c) => `JSONExtract(line, '${c}', 'Nullable(Float64)')`,
  BOOLEAN: (c) => `JSONExtract(line, '${c}', 'Nullable(Bool)')`,
  STRING: (c) => `JSONExtract(line, '${c}', 'Nullable(String)')`,
  'DECIMAL(10,2)': (c) => `JSONExtract(line, '${c}', 'Nullable(Decimal(10, 2))')`,
  'ARRAY<INT>': (c) => `JSONExtract(line, '${c}', 'Array(Nullable(Int32))')`,
  TIMESTAMP_NTZ: (c) => `parseDateTime64BestEffortOrNull(JSONExtract(line, '${c}', 'Nullable(String)'), 6, 'UTC')`,
  BINARY: (c) => `base64Decode(JSONExtract(line, '${c}', 'Nullable(String)'))`,
  // As text: the engine's dates begin in 1900, where its reader gives older ones too.
  DATE: (c) => `JSONExtract(line, '${c}', 'Nullable(String)')`,
  TIMESTAMP: (c) => `parseDateTime64BestEffortOrNull(JSONExtract(line, '${c}', 'Nullable(String)'), 6, 'UTC')`,
};
// And how both sides are compared: by the text of the value, since the engine's types differ in nullability and zone.
const asText = {
  TIMESTAMP: (e) => `toString(toTimeZone(toDateTime64(${e}, 6, 'UTC'), 'UTC'))`,
  TIMESTAMP_NTZ: (e) => `toString(toDateTime64(${e}, 6, 'UTC'))`,
  BINARY: (e) => `hex(${e})`,
};

const quoted = (text) => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;
const comparable = (type, expression) => `ifNull(${(asText[type] || ((e) => `toString(${e})`))(expression)}, '\\\\N')`;
const names = Object.keys(types);
for (const name of names) {
  if (!fromJson[types[name]]) {
    throw new Error(`no rule for type ${types[name]} of column ${name}`);
  }
}

// The engine takes relative paths from here.
process.chdir('/');
const actual = `SELECT [${names.map((n) => comparable(types[n], `\`${n}\``)).join(', ')}] AS v FROM deltaLakeLocal(${quoted(path.resolve(table))})`;
const expected = `SELECT [${names.map((n) => comparable(types[n], fromJson[types[n]](n))).join(', ')}] AS v FROM file(${quoted(path.resolve(rows))}, 'LineAsString', 'line String')`;
// Rows that one side has more often than the other.
const difference = `SELECT sum(n) AS surplus, v FROM (
  SELECT 1 AS n, v FROM (${actual}) UNION ALL SELECT -1 AS n, v FROM (${expected})
) GROUP BY v HAVING surplus != 0 LIMIT 10`;

const found = Query(difference, 'JSONEachRow').toString().trim();
if (found === '') {
  console.log('equal');
} else {
  console.log('surplus > 0: not expected; surplus < 0: missing\n' + found);
  process.exitCode = 1;
}
