/** Error for an action that is not possible in the current state. The action has changed nothing. */
export class NotDoneError extends Error {
  override readonly name = 'NotDoneError';
  /** The result in the audit, such as `noGateway`. */
  readonly result: string;

  constructor(result: string, message: string) {
    super(message);
    this.result = result;
  }
}
