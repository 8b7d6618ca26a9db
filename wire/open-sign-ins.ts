/** A sign-in of a person in another browser (rule 251). */
export type OpenSignIn = {
  /** A random id of the sign-in; not a secret. */
  readonly sessionId: string;
  /** Name and operating system of the browser, such as `Chrome · Windows`; empty when unknown. */
  readonly browser: string;
  /** Masked IP address, such as `203.0.113.*`; empty when unknown. */
  readonly addressRange: string;
  /** `startedAt` and `lastSeenAt` (the time of the last call): epoch milliseconds. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
};

/** The open sign-ins in other browsers of a person who is signing in. */
export type OpenSignIns = {
  /** The open sign-ins, the newest first. */
  readonly signIns: readonly OpenSignIn[];
  /** Maximum number of browsers in which a person may be signed in. */
  readonly limit: number;
  /** Minimum number of `signIns` to end before the person is signed in. */
  readonly leastEnds: number;
};
