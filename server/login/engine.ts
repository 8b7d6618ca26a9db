/**
 * What the portal's own calls and a protocol engine (OpenID, SAML) know of each other. An engine
 * keeps the requests that client services begin and finishes them; the portal keeps who has proved
 * what. Neither looks into the other's tables.
 */

/** A login that a client service has requested, by any protocol. */
export type AuthRequest = {
  readonly id: string;
  readonly protocol: 'oidc' | 'saml';
  /** The client id (OpenID) or the service id (SAML). */
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Absolute same-origin URL that finishes the request (decision 74); also the `to` of a finished login. */
  readonly resumeUrl: string;
  /** User id that the service suggests; empty when it does not (decision 44). */
  readonly loginHint: string;
  /** prompt=login or ForceAuthn: nothing that was proved before it satisfies it. */
  readonly wantsFreshLogin: boolean;
  /** Age in seconds of the oldest proof before it that satisfies it; null when any does. */
  readonly maxAgeSeconds: number | null;
  /** Epoch milliseconds at which the service began the request. */
  readonly startedAt: number;
  /** The service requests a second step, which is required where the policy ranks tokens for one. */
  readonly wantsTwoSteps: boolean;
  /** Languages that the service asks for, the best first, as language tags. */
  readonly languages: readonly string[];
};

/** A login that is complete under the policy of the client that requested it. */
export type CompletedLogin = {
  readonly userId: string;
  /** RFC 8176 authentication method references, such as `pwd` and `otp`. */
  readonly amr: readonly string[];
  /** How many steps were proved: 1 or 2. */
  readonly steps: 1 | 2;
  /** Epoch milliseconds of the oldest proof that it rests on (decision 224). */
  readonly at: number;
  /** Epoch milliseconds at which the person was signed in; the session lasts from then on. */
  readonly signedInAt: number;
};

/** How far the person of a waiting request has come: the policy was checked, or something was proved. */
export type RequestProgress = 'checked' | 'proved';

/** One per protocol. */
export interface RequestEngine {
  /** The pending request, or null when it is unknown, finished or expired. */
  find(id: string): Promise<AuthRequest | null>;
  /** Records that the person works on a request: where too many wait, others are dropped first. */
  markProgress(id: string, how: RequestProgress): Promise<void>;
  /** Records who signed in: opening `resumeUrl` afterwards sends the browser back to the service. */
  finish(id: string, login: CompletedLogin): Promise<void>;
  /**
   * Where the browser has to go before `onward`, so that the client services are notified of the logout that
   * `endSession` is about to make; null when there is no service to notify.
   */
  notifyLogout(cookieHeader: string, onward: string): Promise<string | null>;
  /** Ends the engine's own session of the browser whose Cookie header this is. Returns Set-Cookie values. */
  endSession(cookieHeader: string): Promise<readonly string[]>;
  /**
   * Ends a person's logins at the engine in all browsers, with sessions, grants and tokens; the services that can hear of
   * it without a browser are to hear of it. It may be part of a transaction.
   */
  endSessionsOf(userId: string): Promise<void>;
  /**
   * Ends the engine's session of this name, and notifies the services that can be notified without a browser.
   */
  endSessionNamed(name: string): Promise<void>;
}

/** What an engine asks of the portal. */
export interface PortalLogins {
  /**
   * The login of the portal session of this Cookie header, with those of its proofs that count for the request, when
   * they satisfy the policy of its client today (decisions 156 and 224), a remembered browser standing in for the second
   * step (decision 252); null when a person has to act.
   */
  satisfying(
    cookieHeader: string,
    request: Pick<
      AuthRequest,
      'clientId' | 'wantsFreshLogin' | 'maxAgeSeconds' | 'startedAt' | 'wantsTwoSteps'
    >,
  ): Promise<CompletedLogin | null>;
  /** Who is signed in to the portal session of this Cookie header, whatever that is enough for; null for nobody. */
  signedIn(cookieHeader: string): Promise<string | null>;
  /**
   * Where to lead the browser on from a sign-out that is about to be made: to `onward`, past the client
   * services that have to hear of it.
   */
  notifyLogout(cookieHeader: string, onward: string): Promise<string>;
  /** Ends the portal session of this Cookie header and the sessions of every engine. Returns Set-Cookie values. */
  signOut(cookieHeader: string): Promise<readonly string[]>;
  /** Links an engine's session, by its name, to the portal session of this Cookie header, if that is the person's. */
  recordEngineSession(cookieHeader: string, userId: string, name: string): Promise<void>;
  /** A client service has received the identity of this person. */
  entered(userId: string, clientId: string): void;
  /**
   * Standard claims of an account for an ID token and userinfo, with the groups that this service receives. Null when
   * there is no account, or it is disabled.
   */
  claims(
    userId: string,
    clientId: string,
  ): Promise<(Readonly<Record<string, unknown>> & { readonly sub: string }) | null>;
}
