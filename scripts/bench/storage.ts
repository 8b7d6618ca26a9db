import { parseArgs } from 'node:util';
import { measureSetUps } from '#scripts/bench/storage/measure.ts';
import { storageTables } from '#scripts/bench/storage/tables.ts';

/** Measures the server on SQLite, and on PostgreSQL with one process and with two, by turns (docs/operations.md). */
const { values } = parseArgs({
  options: {
    brief: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log('Use: npm run bench:storage -- [--brief]\n\n  --brief   a tenth of it, to see that it works');
} else {
  console.log(storageTables(await measureSetUps(values.brief ? 0.1 : 1)));
}
