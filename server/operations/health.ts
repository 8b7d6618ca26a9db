import { log } from './log.ts';

/** Health state of a server for load balancers. */
export type Health = {
  /** From now on requests are accepted. */
  serve(): void;
  /** From now on none should come. */
  stop(): void;
  /** Whether the server can take requests, in total and for each check. */
  ready(): Promise<{ readonly isReady: boolean; readonly parts: Readonly<Record<string, boolean>> }>;
};

type Check = () => Promise<unknown>;

const CHECK_MS = 2000;

async function failureOf(check: Check): Promise<{ readonly error: unknown } | null> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, CHECK_MS, new Error('no answer'));
  try {
    await Promise.race([check(), late]);
    return null;
  } catch (error) {
    return { error };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param checks what has to work, by name; one that throws, or takes longer than two seconds, does not. Its cause is
 * logged when it begins to fail, and never answered.
 */
export function healthOf(checks: Readonly<Record<string, Check>>): Health {
  let state: 'starting' | 'serving' | 'stopping' = 'starting';
  const failing = new Set<string>();

  const holds = async (name: string, check: Check): Promise<boolean> => {
    const failure = await failureOf(check);
    if (failure && !failing.has(name)) log.warn(`not ready: ${name}`, { err: failure.error });
    if (failure) failing.add(name);
    else failing.delete(name);
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
        Object.entries(checks).map(async ([name, check]) => [name, await holds(name, check)] as const),
      );
      const parts = { serving: state === 'serving', ...Object.fromEntries(results) };
      return { isReady: Object.values(parts).every(Boolean), parts };
    },
  };
}
