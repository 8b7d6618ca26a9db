/** The previous sign-in of a person (rule 229). */
export type LastSignIn = {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Family of the browser, such as `Chrome · Windows`; empty when unknown. */
  readonly browser: string;
  /** Masked, such as `203.0.113.*`; empty when unknown. */
  readonly addressRange: string;
  /** Wrong passwords and codes since then. */
  readonly failures: number;
};
