/** The sign-in of a person before the present one (rule 229). */
export type LastSignIn = {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Family of the browser, such as `Chrome · Windows`; empty where it is not known. */
  readonly browser: string;
  /** Masked, such as `203.0.113.*`; empty where it is not known. */
  readonly addressRange: string;
  /** Wrong passwords and codes since then. */
  readonly failures: number;
};
