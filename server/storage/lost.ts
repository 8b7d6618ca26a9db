import { AsyncLocalStorage } from 'node:async_hooks';

/** The database does not answer. The running statement may or may not have been executed; a retry may succeed. */
export class StorageLostError extends Error {
  override readonly name = 'StorageLostError';

  constructor(cause: unknown) {
    super('The database does not answer', { cause });
  }
}

const watches = new AsyncLocalStorage<{ hasLost: boolean }>();

/** Runs `work` and returns whether the database was lost in it, even if another error was thrown for that. */
export async function runAndDetectStorageLoss(work: () => Promise<unknown>): Promise<boolean> {
  const watch = { hasLost: false };
  try {
    await watches.run(watch, work);
  } catch (error) {
    if (!watch.hasLost) throw error;
  }
  return watch.hasLost;
}

/** Seconds in Retry-After: about the time that a restart of the database takes. */
export const RETRY_SECONDS = '5';

/** Runs `work`; throws StorageLostError when it fails because of the database. */
export async function asStorageLost<Value>(
  isLost: (error: unknown) => boolean,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageLostError || !isLost(error)) throw error;
    const watch = watches.getStore();
    if (watch) watch.hasLost = true;
    throw new StorageLostError(error);
  }
}
