import type { Identification } from '#machines/id-entry/id-entry.setup.ts';
import type { AuthSummary, ClientConfig } from '#machines/shared/domain.ts';
import type { MethodOutcome } from '#machines/shared/outcome.ts';
import type { PasskeySupport } from '#machines/shared/passkey.ts';
import type { Policy, StoredPolicy } from '#machines/shared/policy.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import type { Pending, Session } from '#machines/shared/session.ts';
import type { RuntimeConfig } from '#wire/runtime-config.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import type { Route } from './route.ts';

/** The language of the portal; `jp` is stored unchanged and shown in Korean (rule 19). */
export type Locale = 'ko' | 'en' | 'jp';

/** A notice above a screen that says why the person is there (rule 73). */
export type Remark =
  | 'remark.policyChanged'
  | 'remark.secondOnly'
  | 'remark.registerPasskey'
  | 'remark.manage'
  | 'remark.interrupted'
  | 'remark.passwordReset'
  | 'remark.passwordSaved'
  | 'remark.stillSignedIn'
  | 'remark.qrNotAllowed'
  | 'remark.passkeyNotAllowed'
  | 'remark.notManaged'
  | 'remark.signInFirst'
  | 'error.auth_error_015_1';

/** An existing login in this browser: its user and its target. */
export type ExistingLogin = { readonly userId: string; readonly to: string };

export type PortalInput = {
  readonly config: RuntimeConfig;
  readonly locale: Locale;
  readonly session: Session;
  readonly storedPolicy: StoredPolicy | null;
  /** Path and query of the address bar. */
  readonly address: string;
  readonly origin: string;
  readonly isOnline: boolean;
  readonly passkeySupport: PasskeySupport;
  /** The page was reloaded in the middle of a screen of several steps (rule 198). */
  readonly isInterrupted?: boolean;
};

export type PortalContext = {
  readonly config: RuntimeConfig;
  readonly locale: Locale;
  readonly origin: string;
  readonly isOnline: boolean;
  readonly passkeySupport: PasskeySupport;
  /** The session values; they are stored nowhere else. */
  readonly session: Session;
  readonly policy: Policy | null;
  /** The name of the client service and what it offers; null while unknown. */
  readonly client: ClientConfig | null;
  readonly route: Route;
  /** The request in the page that has not been started; null without one. */
  readonly initialRequest: AuthSummary | null;
  /** The `reason` of /error; empty when it has none. */
  readonly errorReason: string;
  readonly remark: Remark | null;
  /**
   * Whether this login was restarted automatically once; a second restart is reported to the person (rule
   * 73).
   */
  readonly hasRestarted: boolean;
  /** Why the ID has to be entered again; null without a failure. */
  readonly failure: Failure | null;
  /**
   * Whether a registration started before a person was known: its Back leads to the ID entry (spec section
   * 2).
   */
  readonly hasBegunAtEntry: boolean;
  /** The method whose screen is shown or was requested. */
  readonly method: TypeCode | null;
  /** The passkey assertion of the ID entry until its screen has used it; null without one. */
  readonly assertion: string | null;
  /** The token of a login that waits until other sign-ins have ended (rule 251); null without one. */
  readonly endSignIns: string | null;
  /** The passkey offer after the login (rule 253); null without one. */
  readonly passkeyOffer: { readonly userId: string; readonly token: string } | null;
  /** Outcome of a method screen until the next screen is decided; null otherwise. */
  readonly outcome: MethodOutcome | null;
  /** The ID of a person who has meanwhile signed in in another tab; null for none. */
  readonly otherLogin: string | null;
  /**
   * The existing login of a person who returned to the ID entry; null when there is none, or not known yet.
   */
  readonly existingLogin: ExistingLogin | null;
  /** Whether the password screen offers to reset the password. */
  readonly canResetPassword: boolean;
  /** Where a finished or declined login leads, as the input of `return-to-service`. */
  readonly returnTarget: {
    readonly to: string;
    readonly skipsReauth: boolean;
    readonly replacesEntry?: boolean;
    readonly declines?: boolean;
  };
};

export type PortalEvent =
  /** The address bar asks for a screen: a load, Back, Forward or a typed address. */
  | { readonly type: 'route.requested'; readonly address: string }
  | { readonly type: 'language.chosen'; readonly locale: 'ko' | 'en' }
  | { readonly type: 'load.retry' }
  /** The link "forgot password" of the password screen. */
  | { readonly type: 'forgot.open' }
  /** The client service was looked up, or looked up in another language. */
  | { readonly type: 'client.received'; readonly clientId: string; readonly config: ClientConfig }
  /** The look-up of the client service has failed. */
  | { readonly type: 'client.failed' }
  /** The ID entry's button: sign in by a QR code, without an ID (rule 51). */
  | { readonly type: 'qr.choose' }
  /** The ID entry's button: register a passkey for the person who is identified next (rule 151). */
  | { readonly type: 'passkey.register' }
  /** A code or push that has to survive a reload (rule 79); null when it has ended. */
  | { readonly type: 'pending.changed'; readonly pending: Pending | null }
  /** An answer carried a challenge token (rule 02). */
  | { readonly type: 'challenge.received'; readonly token: string }
  /** An answer names the error page (rule 01). */
  | { readonly type: 'page.refused' }
  /** An answer fails its challenge check (rules 03 and 167). */
  | { readonly type: 'challenge.failed' }
  /** The server no longer knows the session of a token (rule 134). */
  | { readonly type: 'session.expired' }
  /** The server has ended the session because it was idle (ADR-0013). */
  | { readonly type: 'session.lapsed' }
  /** The flow of /authenticated has received the code. */
  | { readonly type: 'code.received' }
  /** A login was finished in another tab of this browser. */
  | { readonly type: 'login.noticed'; readonly userId: string }
  /** The person continues here with the login of the other tab. */
  | { readonly type: 'login.join' }
  /** The person who returned continues with the existing login. */
  | { readonly type: 'login.resume' }
  /** The person declines the request and returns to the service (rule 279). */
  | { readonly type: 'request.decline' }
  /** The person who returned manages their methods. */
  | { readonly type: 'login.manage' }
  /** In the second step: the person opens the overview of their methods, which follows the sign-in. */
  | { readonly type: 'overview.request' };

/** A message to the other tabs. */
export type TabMessage = { readonly type: 'login.finished'; readonly userId: string };

/** Metadata of a screen state for the router and the history. */
export type PortalMeta = {
  /** Address of the screen; `{name}` is replaced by a value of the context. Absent: the address stays. */
  readonly path?: string;
  /** Message key of the document title (rule 36). */
  readonly title?: string;
  /** A transient state: the next one replaces its history entry. */
  readonly isTransient?: boolean;
  /** The state leaves the address as it is, although its screen has one. */
  readonly keepsAddress?: boolean;
  /**
   * The state replaces the history entry of the screen that it interrupts, so that Back does not lead into a failure
   * (rule 01).
   */
  readonly replacesEntry?: boolean;
};

export type PolicyAnswer = Result<Identification>;
