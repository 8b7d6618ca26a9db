/** What a server says of itself to whoever sends requests its way. */
export type Health = {
  /** From now on requests are taken. */
  serve(): void;
  /** From now on none should come. */
  stop(): void;
  /** What is asked of a server that is to take requests, each with whether it is so. */
  ready(): Promise<{ readonly isReady: boolean; readonly parts: Readonly<Record<string, boolean>> }>;
};

type Check = () => Promise<unknown>;

const CHECK_MS = 2000;

async function holds(check: Check): Promise<boolean> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, CHECK_MS, new Error('no answer'));
  try {
    await Promise.race([check(), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** @param checks what has to work, by name; one that throws, or takes longer than two seconds, does not */
export function healthOf(checks: Readonly<Record<string, Check>>): Health {
  let state: 'starting' | 'serving' | 'stopping' = 'starting';
  return {
    serve: () => {
      state = 'serving';
    },
    stop: () => {
      state = 'stopping';
    },
    async ready() {
      const looked = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await holds(check)] as const),
      );
      const parts = { serving: state === 'serving', ...Object.fromEntries(looked) };
      return { isReady: Object.values(parts).every(Boolean), parts };
    },
  };
}
