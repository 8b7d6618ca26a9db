/** An action that cannot be done as things are; nothing has changed. */
export class NotDoneError extends Error {
  override readonly name = 'NotDoneError';
  /** Why, as the audit names it. */
  readonly result: string;

  constructor(result: string, message: string) {
    super(message);
    this.result = result;
  }
}
