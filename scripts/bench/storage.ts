import { parseArgs } from 'node:util';
import { measureSetUps } from '#scripts/bench/storage/measure.ts';
import { measureSizing, sizingTable } from '#scripts/bench/storage/sizing.ts';
import { storageTables } from '#scripts/bench/storage/tables.ts';

/** Measures the server on SQLite, and on PostgreSQL with one process and with two, by turns (docs/operations.md). */
const { values } = parseArgs({
  options: {
    brief: { type: 'boolean', default: false },
    sizing: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(
    'Use: npm run bench:storage -- [--sizing] [--brief]\n\n  --sizing  memory, disk, sign-ins a second, and polls beside a rush of sign-ins\n  --brief   a tenth of it, to see that it works',
  );
} else if (values.sizing) {
  console.log(sizingTable(await measureSizing(values.brief ? 0.1 : 1)));
} else {
  console.log(storageTables(await measureSetUps(values.brief ? 0.1 : 1)));
}
