/** The row to which a new row belongs, such as its account, was removed in the meantime (foreign-key violation). */
export class OwnerGoneError extends Error {
  override readonly name = 'OwnerGoneError';

  constructor(cause: unknown) {
    super('The owner of the row was removed before the row was written', { cause });
  }
}
