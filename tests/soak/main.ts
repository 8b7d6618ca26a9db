import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { exitWithError, readOptions } from '#atlas/usage.ts';
import { startCluster } from '#tests/support/cluster.ts';
import { PROBE_OPTIONS } from '#tools/cluster/start.ts';
import { PEOPLE_COUNT } from './kinds.ts';
import { startLoad } from './load.ts';
import type { Reading } from './memory.ts';
import { summarize } from './report.ts';
import { type RowCounts, watchStorage } from './rows.ts';

const USAGE = `Usage: npm run soak -- [--minutes 60] [--restart 10] [--rate 1]

  --minutes   how many minutes new journeys are started
  --restart   minutes between restarts of the two portals, in turn
  --rate      journeys started per second`;

const { values } = readOptions(USAGE, () =>
  parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      restart: { type: 'string', default: '10' },
      rate: { type: 'string', default: '1' },
    },
  }),
);
const readPositive = (name: keyof typeof values): number => {
  const value = Number(values[name]);
  return value > 0 ? value : exitWithError(`--${name} is a number above 0.\n${USAGE}`);
};
const minutes = readPositive('minutes');
const minutesPerRestart = readPositive('restart');
const rate = readPositive('rate');

const READING_INTERVAL_SECONDS = 15;
const PORTALS = [0, 1] as const;

// Exits on a signal, so that exit handlers stop the child processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const cluster = await startCluster({ people: PEOPLE_COUNT, nodeOptions: PROBE_OPTIONS });
const storage = await watchStorage(cluster.databaseUrl);
const startedAt = performance.now();
const seconds = (): number => (performance.now() - startedAt) / 1_000;
const load = startLoad(cluster, rate, () => seconds() >= minutes * 60);

const readings: Reading[] = [];
const counts: RowCounts[] = [];
const overdue: string[] = [];
const starts = PORTALS.map(() => ({ restart: 0, startedAt: 0 }));
let restarts = 0;

while (seconds() < minutes * 60) {
  await setTimeout(READING_INTERVAL_SECONDS * 1_000);
  if (seconds() >= (restarts + 1) * minutesPerRestart * 60) {
    const portal = restarts % PORTALS.length;
    restarts += 1;
    await storage.makeRowsExpire();
    await cluster.restart(portal);
    starts[portal] = { restart: restarts, startedAt: seconds() };
  }
  for (const portal of PORTALS) {
    const { restart: lastRestart, startedAt: portalStart } = starts[portal] ?? { restart: 0, startedAt: 0 };
    readings.push({
      portal,
      restart: lastRestart,
      age: seconds() - portalStart,
      ...(await cluster.memoryUse(portal)),
    });
  }
  counts.push({ minute: seconds() / 60, rows: await storage.counts() });
  overdue.push(
    ...(await storage.overdue()).map((table) => `minute ${(seconds() / 60).toFixed(0)}, ${table}`),
  );
}
await load.finished;
await storage.close();
await cluster.close();

const { table, brokenLaws } = summarize({ minutes, restarts, load, readings, counts, overdue });
console.log(table);
for (const line of brokenLaws) console.error(line);
process.exitCode = brokenLaws.length === 0 ? 0 : 1;
