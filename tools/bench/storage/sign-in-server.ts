/** What people sign in at. Each sign-in is whole: from the service to the ID token. */
export type SignInServer = {
  /**
   * @param index number of the browser
   * @throws {LaterError} when it is refused for the load
   */
  signIn(index: number): Promise<unknown>;
  /** Signs somebody in. Returns what that person does to enter the service once more. */
  signedIn(index: number): Promise<() => Promise<void>>;
  /** Milliseconds of processor time since the start. */
  spent(): Promise<Spent>;
};

export type Spent = { readonly server: number; readonly database: number };
