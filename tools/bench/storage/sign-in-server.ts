/** A server for whole sign-ins, from the service to the ID token. */
export type SignInServer = {
  /**
   * @param index number of the browser
   * @throws {RetryLaterError} when it is refused because of the load
   */
  signIn(index: number): Promise<unknown>;
  /** Signs a person in; returns a function that opens the service again as this person. */
  prepareReopening(index: number): Promise<() => Promise<void>>;
  /** Milliseconds of processor time since the start. */
  processorMs(): Promise<ProcessorMs>;
};

export type ProcessorMs = { readonly server: number; readonly database: number };
