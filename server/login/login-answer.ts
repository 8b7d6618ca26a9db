/** The Login result of spec section 3. */
export type LoginAnswer = {
  readonly to: string;
  readonly auth: string;
  readonly expiredDay: string;
  readonly accessToken: string;
  /** The token of a passkey that is offered (decision 253). */
  readonly passkeyOffer?: string;
  /** The token by which other sign-ins are ended first (decision 251); nobody is signed in yet. */
  readonly endSignIns?: string;
};
