/** A sign-in of a person in another browser (decision 251). */
export type OpenSignIn = {
  /** Opaque and random; it opens nothing. */
  readonly sessionId: string;
  /** Family of the browser, such as `Chrome · Windows`; empty where it is not known. */
  readonly browser: string;
  /** Masked, such as `203.0.113.*`; empty where it is not known. */
  readonly addressRange: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
};

/** Where a person who signs in is signed in already. */
export type OpenSignIns = {
  /** The newest first. */
  readonly signIns: readonly OpenSignIn[];
  /** In how many browsers a person may be signed in at once. */
  readonly limit: number;
  /** How many of these have to end before the person is signed in. */
  readonly leastEnds: number;
};
