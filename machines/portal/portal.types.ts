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

/** The text key of a message above a screen, which says why the screen is shown (rule 73). */
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

/** An existing login in this browser. */
export type ExistingLogin = {
  readonly userId: string;
  /** The address at which a person with this login continues. */
  readonly to: string;
};

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
  /** Whether the page was reloaded in the middle of a screen of several steps (rule 198). */
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
  /** The name and the sign-in options of the client service; null until they are looked up. */
  readonly client: ClientConfig | null;
  readonly route: Route;
  /** The request with which the page was opened, until it is started; null when there is no such request. */
  readonly initialRequest: AuthSummary | null;
  /** The reason that the error page shows; empty when there is no reason. */
  readonly errorReason: string;
  readonly remark: Remark | null;
  /**
   * Whether this login was restarted automatically once; a second restart is reported to the person (rule
   * 73).
   */
  readonly hasRestarted: boolean;
  /** Why the ID has to be entered again; null when there was no failure. */
  readonly failure: Failure | null;
  /**
   * Whether a registration was requested before the person was identified. Back in that registration opens the ID entry
   * (spec section 2).
   */
  readonly hasBegunAtIdEntry: boolean;
  /** The method whose screen is shown or was requested. */
  readonly method: TypeCode | null;
  /** The passkey assertion that the ID entry received, until the passkey screen has used it; otherwise null. */
  readonly assertion: string | null;
  /** The token of a login that waits until other sign-ins have ended (rule 251); null when no login waits. */
  readonly endSignInsToken: string | null;
  /** The passkey offer after the login (rule 253); null when there is no offer. */
  readonly passkeyOffer: { readonly userId: string; readonly token: string } | null;
  /** The outcome of a method screen, until the portal has chosen the next screen; otherwise null. */
  readonly outcome: MethodOutcome | null;
  /** The ID of the person who has meanwhile signed in in another tab; null when nobody has. */
  readonly otherTabUserId: string | null;
  /**
   * The existing login of a person who returned to the ID entry; null until it is looked up, and when there is no login.
   */
  readonly existingLogin: ExistingLogin | null;
  /** Whether the password screen offers to reset the password. */
  readonly canResetPassword: boolean;
  /** The return target after a finished or declined login: input of the flow `return-to-service`. */
  readonly returnTarget: {
    /** The address to which the server sends the browser. */
    readonly to: string;
    /** Whether an existing login finishes the request, without another sign-in (rule 40). */
    readonly skipsReauth: boolean;
    /** Whether the target replaces the history entry of the finished flow (rule 198). */
    readonly replacesEntry?: boolean;
    /** Whether the person declines the request (rule 279). */
    readonly declines?: boolean;
  };
};

export type PortalEvent =
  /** The screen of an address is requested: when the page loads, by Back, Forward, a link or a typed address. */
  | { readonly type: 'route.requested'; readonly address: string }
  | { readonly type: 'language.chosen'; readonly locale: 'ko' | 'en' }
  /** The person loads the code of the screen again, after a failure. */
  | { readonly type: 'load.retry' }
  /** The link "forgot password" of the password screen. */
  | { readonly type: 'forgot.open' }
  /** The configuration of the client service arrived, for the first time or in another language. */
  | { readonly type: 'client.received'; readonly clientId: string; readonly config: ClientConfig }
  /** The look-up of the client service has failed. */
  | { readonly type: 'client.failed' }
  /** The ID entry's button: sign in by a QR code, without an ID (rule 51). */
  | { readonly type: 'qr.choose' }
  /** The ID entry's button: register a passkey for the person who is identified next (rule 151). */
  | { readonly type: 'passkey.register' }
  /** A code or push that has to survive a reload (rule 79); null when it has ended. */
  | { readonly type: 'pending.changed'; readonly pending: Pending | null }
  /** An answer contained a challenge token (rule 02). */
  | { readonly type: 'challenge.received'; readonly token: string }
  /** An answer of the server requires the error page (rule 01). */
  | { readonly type: 'page.refused' }
  /** The challenge token of an answer is wrong (rules 03 and 167). */
  | { readonly type: 'challenge.failed' }
  /** The server does not have the session of a token any more (rule 134). */
  | { readonly type: 'session.expired' }
  /** The server has ended the session because it was idle (ADR-0013). */
  | { readonly type: 'session.lapsed' }
  /** The flow of /authenticated has received the code. */
  | { readonly type: 'code.received' }
  /** A login was finished in another tab of this browser. */
  | { readonly type: 'login.noticed'; readonly userId: string }
  /** The person continues here with the login of the other tab. */
  | { readonly type: 'login.join' }
  /** The person continues with the existing login. */
  | { readonly type: 'login.resume' }
  /** The person declines the request and returns to the service (rule 279). */
  | { readonly type: 'request.decline' }
  /** The person with an existing login opens the management. */
  | { readonly type: 'login.manage' }
  /** In the second step, the person requests the overview, which opens after the sign-in. */
  | { readonly type: 'overview.request' };

/** A message to the other tabs. */
export type TabMessage = { readonly type: 'login.finished'; readonly userId: string };

/** Metadata of a screen's state, for the address bar, the document title and the history. */
export type PortalMeta = {
  /** Address of the screen; `{name}` is replaced by a value of the context. Without a path, the address does not change. */
  readonly path?: string;
  /** Message key of the document title (rule 36). */
  readonly title?: string;
  /** Whether the state is transient: the next screen replaces its history entry. */
  readonly isTransient?: boolean;
  /** Whether the address does not change in this state, although the screen has a path. */
  readonly keepsAddress?: boolean;
  /**
   * Whether the screen replaces the history entry of the screen that it interrupts, so that Back does not lead into a
   * failure (rule 01).
   */
  readonly replacesEntry?: boolean;
};

/** The result of a policy check: the person with their policy. */
export type PolicyCheckResult = Result<Identification>;
