import { parseArgs } from 'node:util';
import { measureAgainst } from '#tools/bench/storage/against.ts';
import { measureCapacity } from '#tools/bench/storage/capacity.ts';
import { measureForms } from '#tools/bench/storage/forms.ts';
import { measureSetUps } from '#tools/bench/storage/measure.ts';
import { measureServer } from '#tools/bench/storage/server.ts';
import { measureSizing, sizingTable } from '#tools/bench/storage/sizing.ts';
import {
  capacityTable,
  formTable,
  serverTables,
  storageTables,
  versionComparisonTable,
} from '#tools/bench/storage/tables.ts';

const USAGE = `Usage: npm run bench:storage -- [--server | --forms | --sizing | --capacity [--keycloak DIR] | --against REF] [--brief]

  --server        one process on SQLite: each call of a sign-in, its memory, its start
  --forms         cost of a form post without scripts, compared with the equivalent call; needs a build
  --sizing        memory, disk, sign-ins a second, and polls during a rush of sign-ins
  --capacity      whole sign-ins from the service to the ID token: at the maximum rate, below it and at twice the rate
  --keycloak DIR  also an unpacked Keycloak 26, on its own PostgreSQL; needs Java
  --against REF   each call of a sign-in on SQLite compared with an earlier commit, in alternation
  --brief         a tenth of the measurement, to check that it works`;

// Measures the server on SQLite, on PostgreSQL with one process, and on PostgreSQL with two processes
// (docs/performance.md).

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    brief: { type: 'boolean', default: false },
    capacity: { type: 'boolean', default: false },
    forms: { type: 'boolean', default: false },
    server: { type: 'boolean', default: false },
    sizing: { type: 'boolean', default: false },
    keycloak: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
/** Fraction of the full measurement. */
const fraction = values.brief ? 0.1 : 1;

if (values.help) console.log(USAGE);
else if (values.against) console.log(versionComparisonTable(await measureAgainst(values.against, fraction)));
else if (values.server) console.log(serverTables(await measureServer(fraction)));
else if (values.forms) console.log(formTable(await measureForms(fraction)));
else if (values.sizing) console.log(sizingTable(await measureSizing(fraction)));
else if (values.capacity)
  console.log(capacityTable(await measureCapacity(fraction, values.keycloak ?? null)));
else console.log(storageTables(await measureSetUps(fraction)));
