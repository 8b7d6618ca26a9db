import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { overBudget } from '#scripts/bench/budget.ts';
import { PROFILES } from '#scripts/bench/first-load.ts';
import { libraryShares } from '#scripts/bench/libraries.ts';
import { measureLoads } from '#scripts/bench/loads.ts';
import { loadTable, shareTable, throughputTable } from '#scripts/bench/table.ts';
import { measureMachine, measureServer } from '#scripts/bench/throughput.ts';

const RESULTS = join(import.meta.dirname, '..', '..', 'bench-results');

const { values } = parseArgs({
  options: {
    /** Fail when the portal is over its budget. */
    check: { type: 'boolean', default: false },
    /** Cold visits of each page in each profile. */
    rounds: { type: 'string', default: '9' },
  },
});

const { loads, browser } = await measureLoads(Number(values.rounds));
const shares = await libraryShares();
const throughputs = [await measureMachine(), ...(await measureServer())];
const breaches = overBudget(loads);

const [cpu] = cpus();
const machine = { cpu: cpu?.model, cores: cpus().length, node: process.version, browser };
await mkdir(RESULTS, { recursive: true });
await writeFile(
  join(RESULTS, 'latest.json'),
  JSON.stringify({ machine, rounds: Number(values.rounds), loads, shares, throughputs, breaches }, null, 2),
);

console.log(`${machine.cores} cores, Chromium ${browser}, Node ${machine.node}, medians of ${values.rounds}`);
const tables = [
  ...PROFILES.map(({ name }) => loadTable(name, loads)),
  shareTable(shares),
  throughputTable(throughputs),
];
console.log(`\n${tables.join('\n\n')}`);
for (const breach of breaches) console.log(`\nOver budget, ${breach}`);
if (values.check && breaches.length > 0) process.exitCode = 1;
