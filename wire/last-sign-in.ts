/** The previous sign-in of a person (rule 229). */
export type LastSignIn = {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Name and operating system of the browser, such as `Chrome · Windows`; empty when unknown. */
  readonly browser: string;
  /** Masked IP address, such as `203.0.113.*`; empty when unknown. */
  readonly addressRange: string;
  /** Number of wrong passwords and codes since this sign-in. */
  readonly failures: number;
};
