// Reads every column of every row of a Delta table with delta-kernel-rs, inside ClickHouse. Speaks as TrialProcess does: says ready, answers
// each run with its figures, ends at stop. Arguments: name=value; needs table and those that the table was made with.
'use strict';

const path = require('path');
const readline = require('readline');
const { Query } = require('../../readers/chdb/node_modules/@chdb/lib-linux-x64-gnu');

const args = Object.fromEntries(process.argv.slice(2).map((arg) => arg.split(/=(.*)/s).slice(0, 2)));
const name = [args.table, args.rows, args.files, args.changes, args.commits].join('-');
const table = path.resolve(args.data, name);
// The engine takes relative paths from here.
process.chdir('/');

function run() {
  const start = process.hrtime.bigint();
  const [count] = JSON.parse(
    Query(
      `SELECT count(), sum(length(id)), sum(length(name)), min(category), sum(stock), sum(price), max(updated_at)
       FROM deltaLakeLocal('${table}') SETTINGS max_threads = 2`,
      'JSONCompactEachRow'
    ).toString()
  );
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (Number(count) !== Number(args.rows)) {
    throw new Error(`read ${count} rows of ${args.rows}`);
  }
  console.log(`figures=seconds=${seconds}`);
}

console.log('ready');
readline.createInterface({ input: process.stdin }).on('line', (command) => {
  if (command === 'run') {
    run();
  } else {
    console.log(`figures=peakMemoryMb=${process.resourceUsage().maxRSS / 1024}`);
    process.exit(0);
  }
});
