import { AsyncLocalStorage } from 'node:async_hooks';

/** The database does not answer. Nothing is known of what was under way, and a later try may go well. */
export class StorageLostError extends Error {
  override readonly name = 'StorageLostError';

  constructor(cause: unknown) {
    super('The database does not answer', { cause });
  }
}

const watches = new AsyncLocalStorage<{ hasLost: boolean }>();

/**
 * Does `work`, and tells whether the database did not answer in it, though somebody there may have made another error
 * of that.
 */
export async function tracksStorageLoss(work: () => Promise<unknown>): Promise<boolean> {
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

/** Runs what waits for the database, and says so when it is the database that has failed. */
export async function orLost<Value>(
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
