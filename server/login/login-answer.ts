/** The Login result of spec section 3. */
export type LoginAnswer = {
  readonly to: string;
  readonly auth: string;
  readonly expiredDay: string;
  readonly accessToken: string;
  readonly passkeyOffer?: string;
};
