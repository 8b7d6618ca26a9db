import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { overBudget } from '#tools/bench/budget.ts';
import { PROFILES } from '#tools/bench/first-load.ts';
import { libraryShares } from '#tools/bench/libraries.ts';
import { measureLoads } from '#tools/bench/loads.ts';
import { measurePhone } from '#tools/bench/phone.ts';
import { measureSignIns } from '#tools/bench/sign-in/measure.ts';
import { loadTable, phoneTable, shareTable, signInTable, throughputTable } from '#tools/bench/table.ts';
import { measureMachine, measureServer } from '#tools/bench/throughput.ts';

const RESULTS = join(import.meta.dirname, '..', '..', 'bench-results');

/** Rounds with --brief: they show a large change, but give no exact figures. */
const BRIEF_ROUNDS = 2;

const { values } = parseArgs({
  options: {
    /** Fail when the portal is over its budget. */
    check: { type: 'boolean', default: false },
    /** Number of loads of each page, and of sign-ins, in each profile. */
    rounds: { type: 'string', default: '5' },
    /** Only the sign-in, only on the slow network, within three minutes. */
    brief: { type: 'boolean', default: false },
    /** An earlier commit whose sign-in is measured in the same run. */
    against: { type: 'string' },
    /** Only the web app, as built by `npm run build`. */
    phone: { type: 'boolean', default: false },
    /** Measures also behind nginx, by HTTP/2. */
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
  nginx: values.nginx,
});
const fullResults = values.brief
  ? null
  : {
      ...(await measureLoads(rounds)),
      shares: await libraryShares(),
      throughputs: [await measureMachine(), ...(await measureServer())],
    };
const breaches = fullResults ? overBudget(fullResults.loads) : [];

await mkdir(RESULTS, { recursive: true });
await writeFile(
  join(RESULTS, 'latest.json'),
  JSON.stringify({ machine, rounds, signIns, ...fullResults, breaches }, null, 2),
);

console.log(`${machine.cores} cores, Node ${machine.node}, medians of ${rounds}`);
const tables = [
  ...profiles.map(({ name }) => signInTable(name, signIns)),
  ...(fullResults
    ? [
        ...PROFILES.map(({ name }) => loadTable(name, fullResults.loads)),
        shareTable(fullResults.shares),
        throughputTable(fullResults.throughputs),
      ]
    : []),
];
console.log(`\n${tables.join('\n\n')}`);
for (const breach of breaches) console.log(`\nOver budget, ${breach}`);
if (values.check && breaches.length > 0) process.exitCode = 1;
