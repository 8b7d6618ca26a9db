/** The answer of a call that finishes a login: a Login result (spec section 3) without the status. */
export type LoginAnswer = {
  /** The address to which the browser goes next. */
  readonly to: string;
  /**
   * `Y` after a sign-in, `N` before other sign-ins have ended, or the return target when `to` is the password change.
   */
  readonly auth: string;
  /** The value of `expiredDayOf` when `to` is the password change; otherwise empty. */
  readonly expiredDay: string;
  /** Token for the password change; empty when the password need not be changed. */
  readonly accessToken: string;
  /** Token for creating the passkey that the person is offered (rule 253). */
  readonly passkeyOffer?: string;
  /** Token for choosing which other sign-ins end (rule 251); the person is not signed in yet. */
  readonly endSignIns?: string;
};
