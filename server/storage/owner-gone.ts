/** What was to be written belongs to somebody, or something, that has been removed meanwhile. */
export class OwnerGoneError extends Error {
  override readonly name = 'OwnerGoneError';

  constructor(cause: unknown) {
    super('What was to be written belongs to something that is gone', { cause });
  }
}
