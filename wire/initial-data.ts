import type { LastSignIn } from './last-sign-in.ts';

/**
 * Reasons for which a person must sign in again: the proof is too old or too weak for the service, or they have signed
 * in elsewhere.
 */
export const REAUTH_REASONS = ['renew', 'more', 'elsewhere'] as const;
export type ReauthReason = '' | (typeof REAUTH_REASONS)[number];

/** The request of the service (spec section 3, Auth summary). */
export type AuthSummary = {
  /** clientId or serviceId without pipes (rule 43); empty when there is neither. */
  readonly clientId: string;
  readonly hasServiceId: boolean;
  readonly userId: string;
  readonly redirectUrl: string;
  readonly isAlreadyAuth: boolean;
  readonly hasOpenIdScope: boolean;
  /** Why a person who is signed in has to authenticate again (rule 156). */
  readonly reauthReason: ReauthReason;
  /** The last sign-in of a person who is signed in, if the server sends it. */
  readonly lastSignIn?: LastSignIn;
};

/** Client config of a service (spec section 3). */
export type ClientConfig = {
  readonly idOtp: boolean;
  readonly passkey: boolean;
  readonly qrCode: boolean;
  readonly serviceName: string;
  readonly displayContent: string;
};

/**
 * Data that the page needs for its first screen, sent with the page so that the first render does not wait
 * for calls.
 */
export type InitialData = {
  /** The request that the page starts with; null without one. */
  readonly summary: AuthSummary | null;
  /** Name and options of the request's service, or of the default service. */
  readonly client: { readonly clientId: string; readonly config: ClientConfig };
};
