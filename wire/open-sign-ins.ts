/** A sign-in of a person in another browser (rule 251). */
export type OpenSignIn = {
  /** Opaque and random; not a secret. */
  readonly sessionId: string;
  /** Family of the browser, such as `Chrome · Windows`; empty when unknown. */
  readonly browser: string;
  /** Masked, such as `203.0.113.*`; empty when unknown. */
  readonly addressRange: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
};

/** The open sign-ins elsewhere, for a person who is signing in. */
export type OpenSignIns = {
  /** The newest first. */
  readonly signIns: readonly OpenSignIn[];
  /** Maximum number of browsers in which a person may be signed in. */
  readonly limit: number;
  /** Minimum number of `signIns` to end before the person is signed in. */
  readonly leastEnds: number;
};
