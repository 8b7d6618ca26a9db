import type { Policy } from './policy.ts';

export type { AuthSummary, ClientConfig, ReauthReason } from '#wire/initial-data.ts';

/** The result of a successful login call (spec section 3, Login result). */
export type LoginResult = {
  /** The address to which the browser goes. */
  readonly to: string;
  /** `Y`, `N`, or an address to which the person returns after the password change (rule 59). */
  readonly auth: string;
  /** The day on which the password expired; empty when it has not expired. */
  readonly expiredDay: string;
  readonly accessToken: string;
  readonly secondToken: string;
  /**
   * The check boxes 'Always Use' and 'Send Automatically' of the first step, `Y` or `N` for each, such as `YN`. They are
   * sent again with the second step (rule 67). Absent when the first step had no check boxes.
   */
  readonly firstFixed?: string;
  /** Ranks of the tokens for the second step; absent when the server does not send ranks (rule 164). */
  readonly secondTokenPriority?: Policy['secondTokenPriority'];
  /** The token of a login that waits until other sign-ins have ended (rule 251); absent when no sign-in has to end. */
  readonly endSignIns?: string;
  /** The token of a passkey offer (rule 253); absent when no passkey is offered. */
  readonly passkeyOffer?: string;
};

/** The tokens that the first step returns for the second step (rule 58). */
export type SecondStepTokens = Pick<LoginResult, 'accessToken' | 'secondToken'>;

/** Values of an account that decide whether and how its password can be reset (spec sections 2 and 6). */
export type Account = {
  readonly canSetPassword: boolean;
  // The contacts are masked.
  readonly phoneNumber: string | null;
  readonly internalMail: string | null;
  readonly privateMail: string | null;
  /** Whether the person has stored an answer to a question; absent when the server does not send it. */
  readonly hasQuestion?: boolean;
};

/** The password setting of a service: the first element of `data` (spec section 3, rule 141). */
export type PasswordSecurity = {
  readonly selfAuth: Readonly<Record<'sms' | 'internalMail' | 'privateMail' | 'mobileOtp' | 'push', boolean>>;
  /** The proof that a password reset requires: `selfAuth` is the identity check, `qna` the question. */
  readonly proof: 'selfAuthOrQnA' | 'selfAuth' | 'qna';
  /** Number of former passwords that may not be used again; 0 allows every former password. */
  readonly passwordReuseLimit: number;
  /** Whether a forgotten password can be reset at this service. */
  readonly offersPasswordChange: boolean;
};

/** The state of a QR code (spec section 3, QR). */
export type QrCheck = {
  /** `A`: approved; `X`: pending; `O`: any other state, such as expired. */
  readonly check: string;
  /** The ID of the person who approved. The server returns it only once (rule 89); otherwise empty. */
  readonly userId: string;
};

/** Provisioning data for the app link (spec section 3, Provisioning check). */
export type Provision = {
  readonly akData: string;
  readonly publicKeyModulus: string;
  readonly publicKeyExponent: string;
};
