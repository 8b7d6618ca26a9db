import type { LastSignIn } from './last-sign-in.ts';

/**
 * Reasons why a person must sign in again. `renew`: the last sign-in is too old for the service; `more`: it is too weak
 * for the service; `elsewhere`: the person has since signed in in another browser.
 */
export const REAUTH_REASONS = ['renew', 'more', 'elsewhere'] as const;
export type ReauthReason = '' | (typeof REAUTH_REASONS)[number];

/** Summary of a request (spec section 3, Auth summary). */
export type AuthSummary = {
  /** clientId or serviceId without pipe characters (rule 43); empty when the request has no such id. */
  readonly clientId: string;
  readonly hasServiceId: boolean;
  readonly userId: string;
  readonly redirectUrl: string;
  /** Whether the person is signed in. */
  readonly isAlreadyAuth: boolean;
  readonly hasOpenIdScope: boolean;
  /** Why a signed-in person has to authenticate again (rule 156); empty when this is not required. */
  readonly reauthReason: ReauthReason;
  /** The last sign-in of a signed-in person, if the server sends it. */
  readonly lastSignIn?: LastSignIn;
};

/** Options and texts of a service (spec section 3, Client config). */
export type ClientConfig = {
  /** Whether a sign-in may begin with an ID. */
  readonly idOtp: boolean;
  /** `passkey` and `qrCode`: whether a sign-in may begin with a passkey or with a QR code, without an ID. */
  readonly passkey: boolean;
  readonly qrCode: boolean;
  readonly serviceName: string;
  readonly displayContent: string;
};

/**
 * Data that the page needs for the first screen. The server sends it with the page, so that the first render does not
 * wait for calls.
 */
export type InitialData = {
  /** The initial request; null when the page was opened without a request. */
  readonly summary: AuthSummary | null;
  /** The service of the initial request, or the default service when there is no request. */
  readonly client: { readonly clientId: string; readonly config: ClientConfig };
};
