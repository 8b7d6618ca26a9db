/** The Login result of spec section 3. */
export type LoginAnswer = {
  readonly to: string;
  readonly auth: string;
  readonly expiredDay: string;
  readonly accessToken: string;
  /** Token for the passkey that the person is offered (rule 253). */
  readonly passkeyOffer?: string;
  /** Token for choosing which other sign-ins end (rule 251); the person is not signed in yet. */
  readonly endSignIns?: string;
};
