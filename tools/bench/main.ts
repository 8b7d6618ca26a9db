import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findExceededBudgets } from '#tools/bench/budget.ts';
import { PROFILES } from '#tools/bench/first-load.ts';
import { measureLibraries } from '#tools/bench/libraries.ts';
import { measureLoads } from '#tools/bench/loads.ts';
import { measurePhone } from '#tools/bench/phone.ts';
import { measureSignIns } from '#tools/bench/sign-in/measure.ts';
import { libraryTable, loadTable, phoneTable, signInTable, throughputTable } from '#tools/bench/table.ts';
import { measureMachine, measureServer } from '#tools/bench/throughput.ts';

const RESULTS_FOLDER = join(import.meta.dirname, '..', '..', 'bench-results');

/** Number of rounds with --brief. They are enough to show a large change, but not for exact figures. */
const BRIEF_ROUNDS = 2;

const { values } = parseArgs({
  options: {
    /** Exits with an error if the portal exceeds a budget. */
    check: { type: 'boolean', default: false },
    /** Number of loads of each page, and of sign-ins, in each profile. */
    rounds: { type: 'string', default: '5' },
    /** Measures only the sign-in, only on the slow network, within three minutes. */
    brief: { type: 'boolean', default: false },
    /** An earlier commit whose sign-in is measured as well. */
    against: { type: 'string' },
    /** Measures only the web app, as built by `npm run build`. */
    phone: { type: 'boolean', default: false },
    /** Measures the sign-in behind nginx, with HTTP/2, as well. */
    nginx: { type: 'boolean', default: false },
  },
});

const [cpu] = cpus();
const rounds = values.brief ? BRIEF_ROUNDS : Number(values.rounds);
const machine = { cpu: cpu?.model, cores: cpus().length, node: process.version };

if (values.phone) {
  const times = await measurePhone(rounds);
  console.log(`${machine.cores} cores, Node ${machine.node}, medians of ${rounds}\n\n${phoneTable(times)}`);
  process.exit();
}

const profiles = values.brief ? PROFILES.slice(-1) : PROFILES;
const signIns = await measureSignIns({
  rounds,
  profiles,
  against: values.against ?? null,
  includesNginx: values.nginx,
});
const fullResults = values.brief
  ? null
  : {
      ...(await measureLoads(rounds)),
      shares: await measureLibraries(),
      throughputs: [await measureMachine(), ...(await measureServer())],
    };
const exceededBudgets = fullResults ? findExceededBudgets(fullResults.loads) : [];

await mkdir(RESULTS_FOLDER, { recursive: true });
await writeFile(
  join(RESULTS_FOLDER, 'latest.json'),
  JSON.stringify({ machine, rounds, signIns, ...fullResults, breaches: exceededBudgets }, null, 2),
);

console.log(`${machine.cores} cores, Node ${machine.node}, medians of ${rounds}`);
const tables = [
  ...profiles.map(({ name }) => signInTable(name, signIns)),
  ...(fullResults
    ? [
        ...PROFILES.map(({ name }) => loadTable(name, fullResults.loads)),
        libraryTable(fullResults.shares),
        throughputTable(fullResults.throughputs),
      ]
    : []),
];
console.log(`\n${tables.join('\n\n')}`);
for (const exceededBudget of exceededBudgets) console.log(`\nOver budget, ${exceededBudget}`);
if (values.check && exceededBudgets.length > 0) process.exitCode = 1;
