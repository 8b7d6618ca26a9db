/**
 * The interfaces between the portal and a protocol engine (OpenID, SAML). An engine stores and finishes the requests of
 * client services; the portal stores the proofs of each session. The engines do not read the tables of the portal, and
 * the portal does not read the tables of the engines.
 */

/** A login that a client service has requested, by any protocol. */
export type AuthRequest = {
  readonly id: string;
  readonly protocol: 'oidc' | 'saml';
  /** The client id (OpenID) or the service id (SAML). */
  readonly clientId: string;
  readonly scopes: readonly string[];
  /**
   * Absolute same-origin URL at which the engine finishes the request (rule 74). A finished login answers with this URL
   * in `to`.
   */
  readonly resumeUrl: string;
  /** The user id that the service suggests; empty when the service suggests no user (rule 44). */
  readonly loginHint: string;
  /**
   * Whether the service requires new proofs (`prompt=login`, ForceAuthn): earlier proofs do not satisfy the request.
   */
  readonly wantsFreshLogin: boolean;
  /** Maximum age in seconds of a proof that was made before the request; null when there is no maximum. */
  readonly maxAgeSeconds: number | null;
  /** When the request arrived, in epoch milliseconds. */
  readonly startedAt: number;
  /**
   * Whether the service requests a second step, which is then required if the policy ranks tokens for a second step.
   */
  readonly wantsTwoSteps: boolean;
  /** Language tags that the service prefers, in order of preference. */
  readonly languages: readonly string[];
};

/** A login that satisfies the policy of the client that has requested it. */
export type CompletedLogin = {
  readonly userId: string;
  /** Authentication method references of RFC 8176, such as `pwd` and `otp`. */
  readonly amr: readonly string[];
  /** The number of steps that were proved. */
  readonly steps: 1 | 2;
  /** The time of the oldest proof of the login, in epoch milliseconds (rule 224). */
  readonly at: number;
  /** When the person was signed in, in epoch milliseconds; the lifetime of the session is measured from this time. */
  readonly signedInAt: number;
};

/** The progress of a pending request: the policy was checked (`checked`), or a method was verified (`proved`). */
export type RequestProgress = 'checked' | 'proved';

/** The reason why a user code cannot be used (RFC 8628). */
export type DeviceRefusal = 'unknown' | 'expired' | 'used';

/** A device without a browser that waits for a sign-in (RFC 8628). */
export type DeviceRequest = {
  readonly clientId: string;
  /** The user code as the device shows it. */
  readonly userCode: string;
  /** The network of the device, such as `203.0.113.*`; empty when it is unknown. */
  readonly addressRange: string;
};

/** The browser that allows the sign-in at a device; the limits of pending requests count by browser and network. */
export type Requester = { readonly cookieHeader: string; readonly network: string };

/** Device sign-ins (RFC 8628). `userCode` is the user code as the person typed it. */
export interface DeviceRequests {
  find(userCode: string): Promise<DeviceRequest | DeviceRefusal>;
  /**
   * Begins the login of the device in the requester's browser: at the address `to`, with the Set-Cookie values
   * `cookies`. The user code cannot be used again.
   */
  allow(
    userCode: string,
    requester: Requester,
  ): Promise<{ readonly to: string; readonly cookies: readonly string[] } | DeviceRefusal>;
  /**
   * Declines the sign-in, about which the next request of the device is informed. Resolves to null when the sign-in was
   * declined, otherwise to the reason why the user code cannot be used.
   */
  decline(userCode: string): Promise<DeviceRefusal | null>;
}

/** A sign-out of a person in one browser. */
export type SignOut = {
  readonly userId: string;
  /** When the sign-out began, in epoch milliseconds. */
  readonly at: number;
};

/** The engine of a protocol. */
export interface RequestEngine {
  /** Absent when the protocol has no device sign-ins. */
  readonly devices?: DeviceRequests | undefined;
  /** The pending request, or null when it is unknown, finished or expired. */
  find(id: string): Promise<AuthRequest | null>;
  /**
   * Records the progress of a request. When too many requests are pending, the requests without progress are dropped
   * first.
   */
  recordProgress(id: string, progress: RequestProgress): Promise<void>;
  /** Records the login of a request: opening `resumeUrl` afterwards sends the browser back to the service. */
  finish(id: string, login: CompletedLogin): Promise<void>;
  /**
   * Records that the person declines the request: opening `resumeUrl` afterwards sends the browser back to the service
   * with an error, and `find` no longer returns the request. False for a request that is unknown, finished or expired;
   * true also for a request that was already declined and whose service has not received the response yet.
   */
  decline(id: string): Promise<boolean>;
  /**
   * The address through which the browser notifies the client services of the sign-out, before it continues to
   * `onward`. Null when there is no service to notify. Called before `endSession`.
   * @param signOut the sign-out whose unconfirmed back-channel logouts are shown before `onward`; null to show none
   */
  notifyLogout(cookieHeader: string, onward: string, signOut: SignOut | null): Promise<string | null>;
  /** Ends the engine's session in the browser with this Cookie header. Returns Set-Cookie values. */
  endSession(cookieHeader: string): Promise<readonly string[]>;
  /**
   * Ends a person's engine sessions, grants and tokens in all browsers, and notifies the services that can be notified
   * without a browser. May be called in a transaction.
   */
  endSessionsOf(userId: string): Promise<void>;
  /**
   * Ends an engine session, and notifies the services that can be notified without a browser.
   * @param name the name with which `recordEngineSession` has linked the session
   */
  endSessionNamed(name: string): Promise<void>;
}

/** The portal's sessions, logins and accounts, as an engine may read and end them. */
export interface PortalLogins {
  /**
   * The login of the portal session of this Cookie header, with only the proofs that are fresh enough for the request.
   * Null when these proofs do not satisfy the current policy of the client (rules 156 and 224), even if a remembered
   * browser replaces the second step (rule 252).
   */
  satisfyingLogin(
    cookieHeader: string,
    request: Pick<
      AuthRequest,
      'clientId' | 'wantsFreshLogin' | 'maxAgeSeconds' | 'startedAt' | 'wantsTwoSteps'
    >,
  ): Promise<CompletedLogin | null>;
  /**
   * The id of the user who is signed in to the portal session of this Cookie header; null when nobody is signed in.
   * No policy is checked.
   */
  signedInUser(cookieHeader: string): Promise<string | null>;
  /**
   * The address of a logout: the browser passes through the client services that have to be notified, and then goes to
   * `onward`.
   * @param signOut the sign-out whose unconfirmed back-channel logouts are shown before `onward`; null to show none
   */
  notifyLogout(cookieHeader: string, onward: string, signOut: SignOut | null): Promise<string>;
  /**
   * The client ids of the services that have not confirmed their back-channel logout. Waits until the first call to
   * each service has ended, but at most until 2 s after the sign-out began.
   */
  unconfirmedLogouts(signOut: SignOut): Promise<readonly string[]>;
  /** Ends the portal session of this Cookie header and the sessions of every engine. Returns Set-Cookie values. */
  signOut(cookieHeader: string): Promise<readonly string[]>;
  /**
   * Links an engine session to the portal session of this Cookie header, if the person is signed in to the portal
   * session.
   * @param name the name of the engine session, which is unique
   */
  recordEngineSession(cookieHeader: string, userId: string, name: string): Promise<void>;
  /** Audits that a person has signed in to a client service. */
  auditServiceEntry(userId: string, clientId: string): void;
  /**
   * The standard claims of an account for an ID token and userinfo, with the groups that this service may receive. Null
   * when the account does not exist or is not active.
   */
  claims(
    userId: string,
    clientId: string,
  ): Promise<(Readonly<Record<string, unknown>> & { readonly sub: string }) | null>;
}
