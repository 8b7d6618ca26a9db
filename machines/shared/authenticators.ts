/** The registered authenticators of a person (spec section 3, Authenticator response). */
export type Authenticators = {
  /** A device, or `offline`; null when the person has no app. */
  readonly mobileApp: string | null;
  readonly otpCard: string | null;
  readonly yubikeyFirst: string | null;
  readonly yubikeySecond: string | null;
  readonly passkey: string | null;
};

/** The licence checks of the mobile app (rule 99): the licence has not expired, and allows another app. */
export type License = { readonly hasTimeLeft: boolean; readonly isBelowLimit: boolean };

/** The answer to the look-up of a person's authenticators. */
export type AuthenticatorLookUp = {
  readonly authenticators: Authenticators;
  readonly license: License;
  /** Whether the person has to sign in first, because the identity check proves less than a sign-in (rule 202). */
  readonly mustSignIn?: boolean;
};
