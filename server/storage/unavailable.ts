import { AsyncLocalStorage } from 'node:async_hooks';

/** The database does not answer. The current statement may have been executed or not; a retry may succeed. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';

  constructor(cause: unknown) {
    super('The database does not answer', { cause });
  }
}

const outageDetections = new AsyncLocalStorage<{ isDetected: boolean }>();

/**
 * Runs `work` and returns whether an outage of the database interrupted it, whatever error `work` threw because of
 * that.
 */
export async function runAndDetectOutage(work: () => Promise<unknown>): Promise<boolean> {
  const outage = { isDetected: false };
  try {
    await outageDetections.run(outage, work);
  } catch (error) {
    if (!outage.isDetected) throw error;
  }
  return outage.isDetected;
}

/** The value of the header Retry-After, in seconds: about the time that a restart of the database takes. */
export const RETRY_AFTER_SECONDS = '5';

/** Runs `work`; throws StorageUnavailableError when the database does not answer. */
export async function withUnavailableError<Value>(
  isOutage: (error: unknown) => boolean,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageUnavailableError || !isOutage(error)) throw error;
    const outage = outageDetections.getStore();
    if (outage) outage.isDetected = true;
    throw new StorageUnavailableError(error);
  }
}
