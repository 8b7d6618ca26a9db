import type { Policy } from './policy.ts';

export type { AuthSummary, ClientConfig, ReauthReason } from '#wire/initial-data.ts';

/** The answer to a finished login (spec section 3, Login result). */
export type LoginResult = {
  readonly to: string;
  readonly auth: string;
  readonly expiredDay: string;
  readonly accessToken: string;
  readonly secondToken: string;
  /** The check boxes of the first step, such as `YN`, to send with the second; absent when it had none (rule 67). */
  readonly firstFixed?: string;
  /** Ranks of the tokens for the second step; absent when the server sends none (rule 164). */
  readonly secondTokenPriority?: Policy['secondTokenPriority'];
  /** The token of a login that waits until other sign-ins have ended (rule 251); absent when none have to end. */
  readonly endSignIns?: string;
  /** The token of a passkey that is offered (rule 253); absent when none is offered. */
  readonly passkeyOffer?: string;
};

/** Tokens for the second step after the first (rule 58). */
export type SecondStepTokens = Pick<LoginResult, 'accessToken' | 'secondToken'>;

/** Account flags that decide about the forgot-password link (spec sections 2 and 6). */
export type Account = {
  readonly canSetPassword: boolean;
  readonly phoneNumber: string | null;
  readonly internalMail: string | null;
  readonly privateMail: string | null;
  /** Whether the person has stored an answer to a question; absent when the server does not send it. */
  readonly hasQuestion?: boolean;
};

/** Password security setting, the first element of `data` (spec section 3, rule 141). */
export type PasswordSecurity = {
  readonly selfAuth: Readonly<Record<'sms' | 'internalMail' | 'privateMail' | 'mobileOtp' | 'push', boolean>>;
  readonly proof: 'selfAuthOrQnA' | 'selfAuth' | 'qna';
  /** Number of former passwords that may not be used again; 0 is off. */
  readonly passwordReuseLimit: number;
  readonly offersPasswordChange: boolean;
};

/** Status of a QR code: `A` approved, `X` pending, `O` over (spec section 3, QR). */
export type QrCheck = {
  readonly check: string;
  /** The person who approved; the server returns it once (rule 89), otherwise empty. */
  readonly userId: string;
};

/** Provisioning data for the app link (spec section 3, Provisioning check). */
export type Provision = {
  readonly akData: string;
  readonly publicKeyModulus: string;
  readonly publicKeyExponent: string;
};
