import { availableParallelism, loadavg } from 'node:os';
import { startPortals } from '#tools/cluster/start.ts';
import { concurrently, repeatAtRate } from './calls.ts';
import { KEYCLOAK_HASHES, startKeycloak } from './keycloak.ts';
import { SET_UPS, type SetUp } from './measure.ts';
import type { ProcessorMs, SignInServer } from './sign-in-server.ts';
import { timeRepeatedly } from './sizing.ts';
import { openServiceAgain, RetryLaterError, wholeSignIn } from './whole-sign-in.ts';

/** Sign-ins with as much concurrency as the server accepts. */
export type MaximumRate = {
  readonly perSecond: number;
  readonly times: readonly number[];
  readonly perSignIn: ProcessorMs & {
    /** Milliseconds of processor time of the load generator, which shares the cores. */
    readonly generator: number;
  };
};

/** Sign-ins at a fixed rate; milliseconds. */
export type FixedRate = {
  /** Sign-ins begun per second. */
  readonly startedPerSecond: number;
  /** Sign-ins completed per second. */
  readonly perSecond: number;
  readonly times: readonly number[];
  /** Times to the answer of a refused request. */
  readonly refusalTimes: readonly number[];
  readonly retryAfter: ReadonlySet<string>;
  /** Times for a signed-in person to open the service again. */
  readonly reopenTimes: readonly number[];
  /** How often a signed-in person was refused. */
  readonly refusedReopens: number;
};

export type Capacity = {
  readonly name: string;
  readonly atMaximum: MaximumRate;
  /** The same with the cheapest password hash; null where it cannot be set. */
  readonly withoutHash: MaximumRate | null;
  /** The same as `reopenTimes`, without other sign-ins. */
  readonly idleReopenTimes: readonly number[];
  readonly belowMaximum: FixedRate;
  readonly aboveMaximum: FixedRate;
};

/** The measurements, with the load average of the machine in the minute before. */
export type CapacityRun = {
  readonly cores: number;
  readonly load: number;
  readonly capacities: readonly Capacity[];
};

const PEOPLE = 200;
const WORKERS = 8;
/** Sign-ins for each process before it is measured: until then its code is being compiled. */
const WARM_UP = 1_000;
const SIGN_INS = 400;
const SECONDS = 15;
const IDLE_REOPENS = 100;

/** Share of the server's maximum rate. */
export const BELOW_MAXIMUM = 0.8;
const ABOVE_MAXIMUM = 2;

/**
 * Lets people sign in at a fixed rate, while a signed-in person opens the service repeatedly.
 * @param startedPerSecond sign-ins begun per second
 * @param browsers numbers of the browsers
 */
export async function signInsAtRate(
  { signIn }: Pick<SignInServer, 'signIn'>,
  startedPerSecond: number,
  browsers: readonly number[],
  reopenService: () => Promise<void>,
): Promise<FixedRate> {
  const times: number[] = [];
  const refusalTimes: number[] = [];
  const retryAfter = new Set<string>();
  let isOver = false;
  const startedAt = performance.now();
  const signIns = repeatAtRate(startedPerSecond, browsers.length, async (index) => {
    const signInStart = performance.now();
    try {
      await signIn(browsers[index] ?? Number.NaN);
      times.push(performance.now() - signInStart);
    } catch (error) {
      if (!(error instanceof RetryLaterError)) throw error;
      refusalTimes.push(error.milliseconds);
      retryAfter.add(error.retryAfter);
    }
  }).finally(() => {
    isOver = true;
  });
  let refusedReopens = 0;
  const reopen = () =>
    reopenService().catch((error: unknown) => {
      if (!(error instanceof RetryLaterError)) throw error;
      refusedReopens += 1;
    });
  const [reopenTimes] = await Promise.all([timeRepeatedly(reopen, () => !isOver), signIns]);
  const perSecond = (times.length / (performance.now() - startedAt)) * 1000;
  return { startedPerSecond, perSecond, times, refusalTimes, retryAfter, reopenTimes, refusedReopens };
}

async function signInsConcurrently(server: SignInServer, browsers: readonly number[]): Promise<MaximumRate> {
  const count = browsers.length;
  const times: number[] = [];
  const before = await server.processorMs();
  const generatorBefore = process.cpuUsage();
  const startedAt = performance.now();
  await concurrently(WORKERS, browsers, async (browser) => {
    const signInStart = performance.now();
    await server.signIn(browser);
    times.push(performance.now() - signInStart);
  });
  const perSecond = (count / (performance.now() - startedAt)) * 1000;
  const { user, system } = process.cpuUsage(generatorBefore);
  const after = await server.processorMs();
  const perSignIn = {
    server: (after.server - before.server) / count,
    database: (after.database - before.database) / count,
    generator: (user + system) / 1000 / count,
  };
  return { perSecond, times, perSignIn };
}

/** Hands out the numbers of browsers, none of them twice. */
function newBrowsers(): (count: number) => readonly number[] {
  let next = 0;
  return (count) => {
    const first = next;
    next += Math.ceil(count);
    return Array.from({ length: next - first }, (_, index) => first + index);
  };
}

async function measureServer(server: SignInServer, processes: number, fraction: number) {
  const nextBrowsers = newBrowsers();
  await signInsConcurrently(server, nextBrowsers(WARM_UP * processes * fraction));
  const atMaximum = await signInsConcurrently(server, nextBrowsers(SIGN_INS * fraction));
  const [browser = Number.NaN] = nextBrowsers(1);
  const reopenService = await server.prepareReopening(browser);
  const idleReopenTimes = await timeRepeatedly(reopenService, (done) => done < IDLE_REOPENS * fraction);
  const measureAt = (part: number): Promise<FixedRate> => {
    const startedPerSecond = atMaximum.perSecond * part;
    return signInsAtRate(
      server,
      startedPerSecond,
      nextBrowsers(startedPerSecond * SECONDS * fraction),
      reopenService,
    );
  };
  return {
    atMaximum,
    idleReopenTimes,
    belowMaximum: await measureAt(BELOW_MAXIMUM),
    aboveMaximum: await measureAt(ABOVE_MAXIMUM),
  };
}

async function withPortals<Value>(
  { engine, portals }: SetUp,
  usesProductionHash: boolean,
  work: (server: SignInServer) => Promise<Value>,
): Promise<Value> {
  const running = await startPortals({
    engine,
    portals,
    people: PEOPLE,
    usesProductionHash,
    refusesNewSessions: usesProductionHash,
  });
  try {
    return await work({
      signIn: (index) => wholeSignIn(running, PEOPLE, index),
      async prepareReopening(index) {
        const browser = await wholeSignIn(running, PEOPLE, index);
        return () => openServiceAgain(browser);
      },
      processorMs: async () => ({
        server: await running.processorMs(),
        database: running.databaseProcessorMs(),
      }),
    });
  } finally {
    await running.close();
  }
}

async function measureKeycloak(folder: string, fraction: number): Promise<readonly Capacity[]> {
  const capacities: Capacity[] = [];
  for (const [name, hash] of KEYCLOAK_HASHES) {
    const server = await startKeycloak(folder, PEOPLE, hash);
    try {
      capacities.push({ name, ...(await measureServer(server, 1, fraction)), withoutHash: null });
    } finally {
      await server.close();
    }
  }
  return capacities;
}

async function withoutHash(server: SignInServer, processes: number, fraction: number): Promise<MaximumRate> {
  const nextBrowsers = newBrowsers();
  await signInsConcurrently(server, nextBrowsers(WARM_UP * processes * fraction));
  return signInsConcurrently(server, nextBrowsers(SIGN_INS * fraction));
}

/**
 * Measures whole sign-ins on each set-up in turn: at its maximum rate, below it, and at twice the rate.
 * @param fraction part of the full measurement; 1 takes minutes
 * @param keycloak folder of an unpacked Keycloak 26 to measure, too; null for none
 */
export async function measureCapacity(fraction: number, keycloak: string | null): Promise<CapacityRun> {
  const [load = Number.NaN] = loadavg();
  const capacities: Capacity[] = [];
  for (const setUp of SET_UPS) {
    const withHash = await withPortals(setUp, true, (server) =>
      measureServer(server, setUp.portals, fraction),
    );
    const withoutHashing = await withPortals(setUp, false, (server) =>
      withoutHash(server, setUp.portals, fraction),
    );
    capacities.push({ name: setUp.name, ...withHash, withoutHash: withoutHashing });
  }
  if (keycloak !== null) capacities.push(...(await measureKeycloak(keycloak, fraction)));
  return { cores: availableParallelism(), load, capacities };
}
