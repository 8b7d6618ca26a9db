/** The registered authenticators of a person (spec section 3, Authenticator response). */
export type Authenticators = {
  /** A device, or `offline`; null when there is none. */
  readonly mobileApp: string | null;
  readonly otpCard: string | null;
  readonly yubikeyFirst: string | null;
  readonly yubikeySecond: string | null;
  readonly passkey: string | null;
};

/** Licence checks of the mobile app: true means passed (rule 99). */
export type License = { readonly hasTimeLeft: boolean; readonly isBelowLimit: boolean };

export type AuthenticatorLookUp = {
  readonly authenticators: Authenticators;
  readonly license: License;
  /** The person has to sign in first, because the identity check proves less than a sign-in (rule 202). */
  readonly mustSignIn?: boolean;
};
