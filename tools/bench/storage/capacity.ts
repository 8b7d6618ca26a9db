import { availableParallelism, loadavg } from 'node:os';
import { startPortals } from '#tools/cluster/start.ts';
import { concurrently, repeatAtRate } from './calls.ts';
import { KEYCLOAK_HASHES, startKeycloak } from './keycloak.ts';
import { SET_UPS, type SetUp } from './measure.ts';
import type { ProcessorMs, SignInServer } from './sign-in-server.ts';
import { timeRepeatedly } from './sizing.ts';
import { openServiceAgain, RetryLaterError, wholeSignIn } from './whole-sign-in.ts';

/** Measurement of concurrent sign-ins, each of which starts as soon as an earlier sign-in has ended. */
export type MaximumRate = {
  readonly perSecond: number;
  /** Milliseconds of each sign-in. */
  readonly times: readonly number[];
  readonly perSignIn: ProcessorMs & {
    /** Milliseconds of processor time of the load generator, which shares the cores. */
    readonly generator: number;
  };
};

/** Measurement of sign-ins that start at a fixed rate. Times are in milliseconds. */
export type FixedRate = {
  /** Sign-ins started per second. */
  readonly startedPerSecond: number;
  /** Sign-ins completed per second. */
  readonly perSecond: number;
  readonly times: readonly number[];
  /** Times until a request was refused because of the load. */
  readonly refusalTimes: readonly number[];
  /** The values of the header `Retry-After` in refused requests. */
  readonly retryAfter: ReadonlySet<string>;
  /** Times in which a signed-in person opened the service again. */
  readonly reopenTimes: readonly number[];
  /** Number of refused requests of the signed-in person. */
  readonly refusedReopens: number;
};

/** The measurements of a set-up. */
export type Capacity = {
  readonly name: string;
  readonly atMaximum: MaximumRate;
  /** The maximum rate with the cheapest password hash; null for Keycloak. */
  readonly withoutHash: MaximumRate | null;
  /** Times in which a signed-in person opened the service again, without other load. */
  readonly idleReopenTimes: readonly number[];
  readonly belowMaximum: FixedRate;
  readonly aboveMaximum: FixedRate;
};

/** The measurements of all set-ups on a machine. */
export type CapacityRun = {
  readonly cores: number;
  /** Load average of the machine in the minute before the measurements. */
  readonly load: number;
  readonly capacities: readonly Capacity[];
};

/** Number of accounts. */
const PEOPLE = 200;

/** Number of concurrent sign-ins for the maximum rate. */
const WORKERS = 8;

/** Number of sign-ins per process that are not measured, since V8 has not compiled the code yet. */
const WARM_UP_SIGN_INS = 1_000;

/** Number of sign-ins for the maximum rate. */
const SIGN_INS = 400;

/** Duration of the measurement at a fixed rate. */
const SECONDS = 15;

/** Number of times that the service is opened again without other load. */
const IDLE_REOPENS = 100;

/** The lower fixed rate, as a fraction of the maximum rate. */
export const BELOW_MAXIMUM = 0.8;

/** The higher fixed rate, as a multiple of the maximum rate. */
const ABOVE_MAXIMUM = 2;

/**
 * Makes sign-ins at a fixed rate, while a signed-in person opens the service repeatedly.
 * @param startedPerSecond sign-ins started per second
 * @param browsers numbers of the browsers that sign in
 */
export async function measureFixedRate(
  { signIn }: Pick<SignInServer, 'signIn'>,
  startedPerSecond: number,
  browsers: readonly number[],
  reopenService: () => Promise<void>,
): Promise<FixedRate> {
  const times: number[] = [];
  const refusalTimes: number[] = [];
  const retryAfter = new Set<string>();
  let haveAllEnded = false;
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
    haveAllEnded = true;
  });
  let refusedReopens = 0;
  const reopen = () =>
    reopenService().catch((error: unknown) => {
      if (!(error instanceof RetryLaterError)) throw error;
      refusedReopens += 1;
    });
  const [reopenTimes] = await Promise.all([timeRepeatedly(reopen, () => !haveAllEnded), signIns]);
  const perSecond = (times.length / (performance.now() - startedAt)) * 1000;
  return { startedPerSecond, perSecond, times, refusalTimes, retryAfter, reopenTimes, refusedReopens };
}

/** Makes concurrent sign-ins. */
async function measureMaximumRate(server: SignInServer, browsers: readonly number[]): Promise<MaximumRate> {
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

/** Returns a function that returns consecutive numbers for new browsers. */
function browserNumbering(): (count: number) => readonly number[] {
  let next = 0;
  return (count) => {
    const first = next;
    next += Math.ceil(count);
    return Array.from({ length: next - first }, (_, index) => first + index);
  };
}

/** Measures everything of a {@link Capacity} except its `withoutHash`. */
async function measureServer(server: SignInServer, processes: number, fraction: number) {
  const nextBrowsers = browserNumbering();
  await measureMaximumRate(server, nextBrowsers(WARM_UP_SIGN_INS * processes * fraction));
  const atMaximum = await measureMaximumRate(server, nextBrowsers(SIGN_INS * fraction));
  const [browser = Number.NaN] = nextBrowsers(1);
  const reopenService = await server.prepareReopening(browser);
  const idleReopenTimes = await timeRepeatedly(reopenService, (done) => done < IDLE_REOPENS * fraction);
  const measureAt = (multiple: number): Promise<FixedRate> => {
    const startedPerSecond = atMaximum.perSecond * multiple;
    return measureFixedRate(
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

/** Starts the portals of a set-up, does some work, and stops the portals. */
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

/** Measures the maximum rate of a server with the cheapest password hash. */
async function measureWithoutHash(
  server: SignInServer,
  processes: number,
  fraction: number,
): Promise<MaximumRate> {
  const nextBrowsers = browserNumbering();
  await measureMaximumRate(server, nextBrowsers(WARM_UP_SIGN_INS * processes * fraction));
  return measureMaximumRate(server, nextBrowsers(SIGN_INS * fraction));
}

/**
 * Measures whole sign-ins on each set-up in turn: at the maximum rate, below this rate, and at twice this rate.
 * @param fraction fraction of the full measurement; 1 takes minutes
 * @param keycloakFolder folder of an unpacked Keycloak 26 that is measured as well; null to measure only the portal
 */
export async function measureCapacity(fraction: number, keycloakFolder: string | null): Promise<CapacityRun> {
  const [load = Number.NaN] = loadavg();
  const capacities: Capacity[] = [];
  for (const setUp of SET_UPS) {
    const withHash = await withPortals(setUp, true, (server) =>
      measureServer(server, setUp.portals, fraction),
    );
    const withoutHash = await withPortals(setUp, false, (server) =>
      measureWithoutHash(server, setUp.portals, fraction),
    );
    capacities.push({ name: setUp.name, ...withHash, withoutHash });
  }
  if (keycloakFolder !== null) capacities.push(...(await measureKeycloak(keycloakFolder, fraction)));
  return { cores: availableParallelism(), load, capacities };
}
