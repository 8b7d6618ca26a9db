/** A server whose whole sign-ins, from the service to the ID token, are measured. */
export type SignInServer = {
  /**
   * Signs a person in, in the browser with a number.
   * @throws {RetryLaterError} when the server refuses a request because of the load
   */
  signIn(index: number): Promise<unknown>;
  /** Signs a person in; returns a function that opens the service again as this person. */
  prepareReopening(index: number): Promise<() => Promise<void>>;
  /** The processor time since the start. */
  processorMs(): Promise<ProcessorMs>;
};

/** Milliseconds of processor time of the server and of its database. */
export type ProcessorMs = { readonly server: number; readonly database: number };
