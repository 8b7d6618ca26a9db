/** An action that is not possible in the current state; nothing has changed. */
export class NotDoneError extends Error {
  override readonly name = 'NotDoneError';
  /** Why, as the audit names it. */
  readonly result: string;

  constructor(result: string, message: string) {
    super(message);
    this.result = result;
  }
}
