import { readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { userIdAt } from '#tools/cluster/config.ts';
import { type PortalCluster, startPortals } from '#tools/cluster/start.ts';
import { concurrently } from './calls.ts';
import { Client, sendPush, signIn } from './client.ts';

/** Measurements of one process on SQLite, from which the size of a machine can be computed. */
export type Sizing = {
  readonly cores: number;
  /**
   * The 99th percentile of the time of a poll of a push in milliseconds: without other load, and during a rush of 64
   * sign-ins at once; and the seconds until all 64 people are signed in.
   */
  readonly polls: { readonly quiet: number; readonly inRush: number; readonly rushSeconds: number };
  readonly signInsPerSecond: number;
  /** Number of accounts, of sessions and of pushes when memory and disk are measured. */
  readonly count: number;
  /** Megabytes of memory with accounts; with accounts and sessions; with accounts, sessions and waiting pushes. */
  readonly memory: {
    readonly accounts: number;
    readonly sessions: number;
    readonly pushes: number;
  };
  /** Kilobytes of disk for one account, for one session, and for the audit events of one sign-in. */
  readonly disk: { readonly account: number; readonly session: number; readonly auditOfSignIn: number };
};

/** Number of people who sign in at once. */
const RUSH_SIZE = 64;

/** Number of measured polls without other load. */
const QUIET_POLLS = 300;

/** Number of accounts for the measurement of memory and disk. */
const COUNT = 1_000;

/** Number of concurrent sign-ins for the measurement of memory and disk. */
const WORKERS = 8;

/** Milliseconds between two measured repetitions. */
const PAUSE_MS = 10;

const p99 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.99)] ?? Number.NaN;

/**
 * Repeats some work and measures it; returns the durations in milliseconds.
 * @param shouldContinue whether to continue after a number of repetitions
 */
export async function timeRepeatedly(
  work: () => Promise<void>,
  shouldContinue: (done: number) => boolean,
): Promise<readonly number[]> {
  const times: number[] = [];
  while (shouldContinue(times.length)) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
    await setTimeout(PAUSE_MS);
  }
  return times;
}

/** Signs a person in; repeats the sign-in while the server refuses it because too many passwords wait to be hashed. */
async function signInWithRetries(urls: readonly string[], userId: string): Promise<void> {
  for (;;) {
    try {
      return await signIn(new Client(urls), userId);
    } catch (error) {
      if (!(error instanceof Error && / answered 50[03]/.test(error.message))) throw error;
      await setTimeout(1_000);
    }
  }
}

async function measureRush() {
  const portals = await startPortals({
    engine: 'sqlite',
    portals: 1,
    people: RUSH_SIZE + 1,
    usesProductionHash: true,
  });
  try {
    await signIn(new Client(portals.urls), userIdAt(0));
    const poll = await sendPush(portals.urls, userIdAt(RUSH_SIZE), () => undefined);
    const quiet = await timeRepeatedly(poll, (done) => done < QUIET_POLLS);
    let haveAllSignedIn = false;
    const startedAt = performance.now();
    const rush = Promise.all(
      Array.from({ length: RUSH_SIZE }, (_, number) => signInWithRetries(portals.urls, userIdAt(number))),
    ).finally(() => {
      haveAllSignedIn = true;
    });
    const inRush = await timeRepeatedly(poll, () => !haveAllSignedIn);
    await rush;
    const seconds = (performance.now() - startedAt) / 1000;
    return {
      polls: { quiet: p99(quiet), inRush: p99(inRush), rushSeconds: seconds },
      signInsPerSecond: RUSH_SIZE / seconds,
    };
  } finally {
    await portals.close();
  }
}

/** Megabytes of memory of the first portal. */
const memoryOf = async (portals: PortalCluster): Promise<number> =>
  (await portals.memoryUse()).resident / 1024 ** 2;

/** Total size of the files in a folder whose names match a pattern. */
const kilobytesIn = (folder: string, names: RegExp): number =>
  readdirSync(folder)
    .filter((name) => names.test(name))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size / 1024, 0);

async function measureMemoryAndDisk(count: number) {
  const withPortals = async (
    people: number,
    work: (portals: PortalCluster) => Promise<void>,
  ): Promise<void> => {
    const portals = await startPortals({ engine: 'sqlite', portals: 1, people });
    try {
      await work(portals);
    } finally {
      await portals.close();
    }
  };
  const databaseKilobytes = ({ dataDir }: PortalCluster): number =>
    kilobytesIn(dataDir, /^munjigi\.sqlite(-wal)?$/);
  const userIds = Array.from({ length: count }, (_, index) => userIdAt(index));
  let emptyKilobytes = 0;
  await withPortals(0, async (portals) => {
    emptyKilobytes = databaseKilobytes(portals);
  });
  const memory = { accounts: 0, sessions: 0, pushes: 0 };
  const disk = { account: 0, session: 0, auditOfSignIn: 0 };
  await withPortals(count, async (portals) => {
    memory.accounts = await memoryOf(portals);
    const kilobytesWithAccounts = databaseKilobytes(portals);
    disk.account = (kilobytesWithAccounts - emptyKilobytes) / count;
    await concurrently(WORKERS, userIds, (userId) => signIn(new Client(portals.urls), userId));
    memory.sessions = await memoryOf(portals);
    disk.session = (databaseKilobytes(portals) - kilobytesWithAccounts) / count;
    disk.auditOfSignIn = kilobytesIn(join(portals.dataDir, 'audit'), /jsonl$/) / count;
    await concurrently(WORKERS, userIds, (userId) => sendPush(portals.urls, userId, () => undefined));
    memory.pushes = await memoryOf(portals);
  });
  return { memory, disk };
}

/**
 * Measures one process on SQLite. During the rush of sign-ins, passwords are hashed at the cost of production.
 * @param fraction fraction of the full measurement; 1 takes minutes
 */
export async function measureSizing(fraction: number): Promise<Sizing> {
  const count = COUNT * fraction;
  return {
    cores: availableParallelism(),
    count,
    ...(await measureRush()),
    ...(await measureMemoryAndDisk(count)),
  };
}

const row = (label: string, value: string): string => `| ${label} | ${value} |`;

/** Writes the measurements as a Markdown table. */
export function sizingTable({ cores, count, polls, signInsPerSecond, memory, disk }: Sizing): string {
  const { quiet, inRush, rushSeconds } = polls;
  // One core is left for the thread that answers calls.
  const hashingCores = Math.max(1, cores - 1);
  return [
    row('one process, SQLite', `${cores} cores`),
    row('---', '---'),
    row(
      'a poll of a push, p99: quiet; while 64 people sign in at once',
      `${quiet.toFixed(0)} ms; ${inRush.toFixed(0)} ms (${(inRush / quiet).toFixed(1)} times)`,
    ),
    row('all 64 people are signed in after', `${rushSeconds.toFixed(0)} s`),
    row(
      'sign-ins by password a second, for each core that hashes',
      (signInsPerSecond / hashingCores).toFixed(1),
    ),
    row(
      `memory with ${count} accounts; signed in as well; with a push waiting for each`,
      `${memory.accounts.toFixed(0)}; ${memory.sessions.toFixed(0)}; ${memory.pushes.toFixed(0)} MB`,
    ),
    row(
      'disk for 1,000 accounts with a password and an app',
      `${((disk.account * 1000) / 1024).toFixed(1)} MB`,
    ),
    row('disk for 1,000 who signed in this week', `${((disk.session * 1000) / 1024).toFixed(1)} MB`),
    row('audit of 1,000 sign-ins', `${((disk.auditOfSignIn * 1000) / 1024).toFixed(1)} MB`),
  ].join('\n');
}
