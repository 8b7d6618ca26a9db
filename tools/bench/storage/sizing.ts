import { readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { userIdAt } from '#tools/cluster/config.ts';
import { type PortalCluster, startPortals } from '#tools/cluster/start.ts';
import { concurrently } from './calls.ts';
import { Client, sendPush, signIn } from './client.ts';

/** Requirements of a machine, measured on one process with SQLite. */
export type Sizing = {
  readonly cores: number;
  /** p99 of a poll of a push in milliseconds, without other load and during 64 concurrent sign-ins. */
  readonly polls: { readonly quiet: number; readonly inRush: number; readonly rushSeconds: number };
  readonly signInsPerSecond: number;
  /** Number of accounts, sessions and pushes when memory and disk are measured. */
  readonly count: number;
  /** Memory of the process in megabytes. */
  readonly memory: {
    readonly accounts: number;
    readonly sessions: number;
    readonly pushes: number;
  };
  /** Kilobytes for each. */
  readonly disk: { readonly account: number; readonly session: number; readonly auditOfSignIn: number };
};

const RUSH = 64;
const QUIET_POLLS = 300;
const COUNT = 1_000;
const WORKERS = 8;
const PAUSE_MS = 10;

const p99 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.99)] ?? Number.NaN;

/** Repeats work while `shouldContinue` is true; returns the durations in milliseconds. */
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

/** Retries a sign-in that was refused because the hashing queue was full. */
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
    people: RUSH + 1,
    usesProductionHash: true,
  });
  try {
    await signIn(new Client(portals.urls), userIdAt(0));
    const work = await sendPush(portals.urls, userIdAt(RUSH), () => undefined);
    const quiet = await timeRepeatedly(work, (done) => done < QUIET_POLLS);
    let isOver = false;
    const startedAt = performance.now();
    const rush = Promise.all(
      Array.from({ length: RUSH }, (_, number) => signInWithRetries(portals.urls, userIdAt(number))),
    ).finally(() => {
      isOver = true;
    });
    const inRush = await timeRepeatedly(work, () => !isOver);
    await rush;
    const seconds = (performance.now() - startedAt) / 1000;
    return {
      polls: { quiet: p99(quiet), inRush: p99(inRush), rushSeconds: seconds },
      signInsPerSecond: RUSH / seconds,
    };
  } finally {
    await portals.close();
  }
}

const megabytes = async (portals: PortalCluster): Promise<number> =>
  (await portals.memoryUse()).resident / 1024 ** 2;

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
  const database = ({ dataDir }: PortalCluster): number => kilobytesIn(dataDir, /^munjigi\.sqlite(-wal)?$/);
  const everybody = Array.from({ length: count }, (_, index) => userIdAt(index));
  let empty = 0;
  await withPortals(0, async (portals) => {
    empty = database(portals);
  });
  const memory = { accounts: 0, sessions: 0, pushes: 0 };
  const disk = { account: 0, session: 0, auditOfSignIn: 0 };
  await withPortals(count, async (portals) => {
    memory.accounts = await megabytes(portals);
    const before = database(portals);
    disk.account = (before - empty) / count;
    await concurrently(WORKERS, everybody, (userId) => signIn(new Client(portals.urls), userId));
    memory.sessions = await megabytes(portals);
    disk.session = (database(portals) - before) / count;
    disk.auditOfSignIn = kilobytesIn(join(portals.dataDir, 'audit'), /jsonl$/) / count;
    await concurrently(WORKERS, everybody, (userId) => sendPush(portals.urls, userId, () => undefined));
    memory.pushes = await megabytes(portals);
  });
  return { memory, disk };
}

/**
 * Measures one process on SQLite, with production's cost of hashing.
 * @param fraction part of the full measurement; 1 takes minutes
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

/** A table in Markdown. */
export function sizingTable({ cores, count, polls, signInsPerSecond, memory, disk }: Sizing): string {
  const { quiet, inRush, rushSeconds } = polls;
  const hashing = Math.max(1, cores - 1);
  return [
    row('one process, SQLite', `${cores} cores`),
    row('---', '---'),
    row(
      'a poll of a push, p99: quiet; while 64 people sign in at once',
      `${quiet.toFixed(0)} ms; ${inRush.toFixed(0)} ms (${(inRush / quiet).toFixed(1)} times)`,
    ),
    row('those 64 are signed in after', `${rushSeconds.toFixed(0)} s`),
    row('sign-ins by password a second, for each core that hashes', (signInsPerSecond / hashing).toFixed(1)),
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
