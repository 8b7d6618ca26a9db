/** The database does not answer. Nothing is known of what was under way, and a later try may go well. */
export class StorageLostError extends Error {
  override readonly name = 'StorageLostError';

  constructor(cause: unknown) {
    super('The database does not answer', { cause });
  }
}

/** Runs what waits for the database, and says so when it is the database that has failed. */
export async function orLost<Value>(
  isLost: (error: unknown) => boolean,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw isLost(error) ? new StorageLostError(error) : error;
  }
}
