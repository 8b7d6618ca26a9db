import { AsyncLocalStorage } from 'node:async_hooks';

/** The database does not answer. The running statement may or may not have been executed; a retry may succeed. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';

  constructor(cause: unknown) {
    super('The database does not answer', { cause });
  }
}

const outages = new AsyncLocalStorage<{ isDetected: boolean }>();

/** Runs `work` and returns whether the database did not answer it, even if another error was thrown for that. */
export async function runAndDetectOutage(work: () => Promise<unknown>): Promise<boolean> {
  const outage = { isDetected: false };
  try {
    await outages.run(outage, work);
  } catch (error) {
    if (!outage.isDetected) throw error;
  }
  return outage.isDetected;
}

/** Seconds in Retry-After: about the time that a restart of the database takes. */
export const RETRY_SECONDS = '5';

/** Runs `work`; throws StorageUnavailableError when the database does not answer. */
export async function withUnavailableError<Value>(
  isOutage: (error: unknown) => boolean,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageUnavailableError || !isOutage(error)) throw error;
    const outage = outages.getStore();
    if (outage) outage.isDetected = true;
    throw new StorageUnavailableError(error);
  }
}
