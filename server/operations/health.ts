import { log } from './log.ts';

/** Health state of a server for load balancers. */
export type Health = {
  /** Reports that the server accepts requests. */
  serve(): void;
  /** Reports that the server begins to stop. */
  stop(): void;
  /** Whether the server can accept requests, and the result of each check. */
  ready(): Promise<{ readonly isReady: boolean; readonly parts: Readonly<Record<string, boolean>> }>;
};

type Check = () => Promise<unknown>;

const CHECK_TIMEOUT_MS = 2000;

async function failureOf(check: Check): Promise<{ readonly error: unknown } | null> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, CHECK_TIMEOUT_MS, new Error('no answer'));
  try {
    await Promise.race([check(), timeout]);
    return null;
  } catch (error) {
    return { error };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Creates the health state of a server.
 * @param checks readiness checks by name. A check fails when it throws or takes longer than two seconds. Its error is
 *   logged at the first failure, and is not part of an answer
 */
export function healthOf(checks: Readonly<Record<string, Check>>): Health {
  let state: 'starting' | 'serving' | 'stopping' = 'starting';
  const failingChecks = new Set<string>();

  const passes = async (name: string, check: Check): Promise<boolean> => {
    const failure = await failureOf(check);
    if (failure && !failingChecks.has(name)) log.warn(`not ready: ${name}`, { err: failure.error });
    if (failure) failingChecks.add(name);
    else failingChecks.delete(name);
    return failure === null;
  };

  return {
    serve: () => {
      state = 'serving';
    },
    stop: () => {
      state = 'stopping';
    },
    async ready() {
      const results = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await passes(name, check)] as const),
      );
      const parts = { serving: state === 'serving', ...Object.fromEntries(results) };
      return { isReady: Object.values(parts).every(Boolean), parts };
    },
  };
}
