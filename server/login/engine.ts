/**
 * The interfaces between the portal and a protocol engine (OpenID, SAML). An engine stores and finishes the requests of
 * client services; the portal stores what each session has proved. Neither reads the other's tables.
 */

/** A login that a client service has requested, by any protocol. */
export type AuthRequest = {
  readonly id: string;
  readonly protocol: 'oidc' | 'saml';
  /** The client id (OpenID) or the service id (SAML). */
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Absolute same-origin URL at which the engine finishes the request (rule 74); the `to` of a finished login. */
  readonly resumeUrl: string;
  /** User id that the service suggests; empty without one (rule 44). */
  readonly loginHint: string;
  /** prompt=login or ForceAuthn: proofs from before the request do not satisfy it. */
  readonly wantsFreshLogin: boolean;
  /** Maximum age in seconds of a proof from before the request; null without a maximum. */
  readonly maxAgeSeconds: number | null;
  /** Epoch milliseconds at which the service began the request. */
  readonly startedAt: number;
  /** The service requests a second step, which is required where the policy ranks tokens for one. */
  readonly wantsTwoSteps: boolean;
  /** Language tags that the service asks for, in order of preference. */
  readonly languages: readonly string[];
};

/** A login that is complete under the policy of the client that requested it. */
export type CompletedLogin = {
  readonly userId: string;
  /** RFC 8176 authentication method references, such as `pwd` and `otp`. */
  readonly amr: readonly string[];
  /** How many steps were proved: 1 or 2. */
  readonly steps: 1 | 2;
  /** Epoch milliseconds of the oldest of its proofs (rule 224). */
  readonly at: number;
  /** Epoch milliseconds at which the person was signed in; the session lasts from then on. */
  readonly signedInAt: number;
};

/** Progress of a pending request: the policy was checked, or a method was verified. */
export type RequestProgress = 'checked' | 'proved';

/** Why a device code cannot be used (RFC 8628). */
export type DeviceRefusal = 'unknown' | 'expired' | 'used';

/** A device that waits for a sign-in. */
export type DeviceRequest = {
  readonly clientId: string;
  /** The code as the device shows it. */
  readonly userCode: string;
  /** Network of the device, such as `203.0.113.*`; empty when unknown. */
  readonly addressRange: string;
};

/** The browser that allows a sign-in at a device, for the limit of pending requests. */
export type Requester = { readonly cookieHeader: string; readonly network: string };

/** The sign-ins that devices without a browser wait for (RFC 8628). `userCode` is the code as it was typed. */
export interface DeviceRequests {
  find(userCode: string): Promise<DeviceRequest | DeviceRefusal>;
  /** Begins a login, at the page `to` and with these Set-Cookie values; the code cannot be used again. */
  allow(
    userCode: string,
    requester: Requester,
  ): Promise<{ readonly to: string; readonly cookies: readonly string[] } | DeviceRefusal>;
  /** Declines the sign-in, which the device learns at its next request. Null when that is done. */
  decline(userCode: string): Promise<DeviceRefusal | null>;
}

/** A sign-out of this person in one browser. */
export type SignOut = {
  readonly userId: string;
  /** Epoch milliseconds at which it began. */
  readonly at: number;
};

/** A protocol engine; one per protocol. */
export interface RequestEngine {
  /** Absent when the protocol has no device sign-ins. */
  readonly devices?: DeviceRequests | undefined;
  /** The pending request, or null when it is unknown, finished or expired. */
  find(id: string): Promise<AuthRequest | null>;
  /** Records progress of a request. When too many are pending, those without progress are dropped first. */
  markProgress(id: string, progress: RequestProgress): Promise<void>;
  /** Records who signed in: opening `resumeUrl` afterwards sends the browser back to the service. */
  finish(id: string, login: CompletedLogin): Promise<void>;
  /**
   * Records that the person declines: opening `resumeUrl` afterwards sends the browser back to the service with that
   * answer, and the request is not found any more. False when it is unknown, finished or expired; true also for one
   * that was declined before and has not been answered yet.
   */
  decline(id: string): Promise<boolean>;
  /**
   * Address at which the browser notifies the client services of the coming `endSession` before it continues to `onward`;
   * null when there is no service to notify.
   * @param signOut the sign-out whose unconfirmed back-channel logouts are shown before `onward`; null to show none
   */
  notifyLogout(cookieHeader: string, onward: string, signOut: SignOut | null): Promise<string | null>;
  /** Ends the engine's own session of the browser whose Cookie header this is. Returns Set-Cookie values. */
  endSession(cookieHeader: string): Promise<readonly string[]>;
  /**
   * Ends a person's engine sessions, grants and tokens in all browsers, and notifies the services that can be notified
   * without a browser. It may be part of a transaction.
   */
  endSessionsOf(userId: string): Promise<void>;
  /** Ends the engine session of this name, and notifies the services that can be notified without a browser. */
  endSessionNamed(name: string): Promise<void>;
}

/** The portal's sessions, logins and accounts, as an engine may read and end them. */
export interface PortalLogins {
  /**
   * The login of the portal session of this Cookie header, reduced to the proofs that are fresh enough for the request.
   * Null when they do not satisfy the present policy of the client (rules 156 and 224), not even with a
   * remembered browser instead of the second step (rule 252).
   */
  satisfyingLogin(
    cookieHeader: string,
    request: Pick<
      AuthRequest,
      'clientId' | 'wantsFreshLogin' | 'maxAgeSeconds' | 'startedAt' | 'wantsTwoSteps'
    >,
  ): Promise<CompletedLogin | null>;
  /** User id that is signed in to the portal session of this Cookie header; null without one. No policy is checked. */
  signedInUser(cookieHeader: string): Promise<string | null>;
  /**
   * Address to which the browser goes for a logout: past the client services that have to be notified, then to
   * `onward`.
   * @param signOut the sign-out whose unconfirmed back-channel logouts are shown before `onward`; null to show none
   */
  notifyLogout(cookieHeader: string, onward: string, signOut: SignOut | null): Promise<string>;
  /**
   * Client ids of the services that have not confirmed their back-channel logout, after the first call to each has
   * ended, or 2 s after the sign-out began.
   */
  unconfirmedLogouts(signOut: SignOut): Promise<readonly string[]>;
  /** Ends the portal session of this Cookie header and the sessions of every engine. Returns Set-Cookie values. */
  signOut(cookieHeader: string): Promise<readonly string[]>;
  /**
   * Links an engine session, by its name, to the portal session of this Cookie header if this person is signed in
   * there.
   */
  recordEngineSession(cookieHeader: string, userId: string, name: string): Promise<void>;
  /** Audits that a client service has received the identity of this person. */
  recordServiceEntry(userId: string, clientId: string): void;
  /**
   * Standard claims of an account for an ID token and userinfo, with the groups that this service receives. Null
   * without an active account.
   */
  claims(
    userId: string,
    clientId: string,
  ): Promise<(Readonly<Record<string, unknown>> & { readonly sub: string }) | null>;
}
