/** Fields of every event; absent ones are empty in the line. */
type CommonFields = {
  /** The ID of an existing account. What was typed for an unknown one is recorded nowhere: it may be a password. */
  readonly account?: string;
  /** The client service. */
  readonly client?: string;
  /** Names of authMethod, joined by `+`. */
  readonly method?: string;
  /** The code of a refusal; `ok` when absent. */
  readonly result?: string;
};

/**
 * Somebody proves who they are. `passed`: one proof was right. `completed`: signed in. `locked`: this wrong guess was
 * the last one. `reported`: the person says that it was not them. `service.entered`: a service received the identity, right after the login or because of an earlier one.
 */
type LoginEvent = CommonFields & {
  readonly event:
    | 'login.passed'
    | 'login.completed'
    | 'login.refused'
    | 'login.locked'
    | 'login.reported'
    | 'service.entered';
  /** The browser was remembered and stood in for the second step. */
  readonly way?: 'remembered';
};

/** The phone answered whether its owner is signing in. */
type PhoneEvent = CommonFields & {
  readonly event: 'phone.approved' | 'phone.denied' | 'phone.mismatched';
  /** What its owner calls it. */
  readonly device: string;
};

/** Somebody proves who they are for a registration or a new password. */
type IdentityEvent = CommonFields & {
  readonly event: 'identity.matched' | 'identity.passed' | 'identity.refused';
};

/** A login ends before its time. */
type SessionEvent = CommonFields & {
  readonly event: 'session.ended';
  /** At the portal, at a service, from another browser of the person, by a sign-in there. */
  readonly way: 'portal' | 'service' | 'elsewhere' | 'replaced';
};

/** A browser is remembered for the second step, or is not any more because the person has ended it. */
type RememberedEvent = CommonFields & { readonly event: 'browser.remembered' | 'browser.forgotten' };

/** What was done to the factors of a person. */
export type FactorEvent = CommonFields & {
  readonly event: 'factor.added' | 'factor.renamed' | 'factor.removed' | 'default.changed';
  /** Type code of the factor or of the default; 98 for none. */
  readonly kind: '7' | '8' | '9' | '11' | '12' | '98';
  readonly factorId: string;
  /** How the person had signed in or proved their identity. */
  readonly way: string;
};

/** A password was saved: by a link, the forgot flow or the expiry flow. */
type PasswordEvent = CommonFields & {
  readonly event: 'password.changed';
  readonly kind: 'forgot' | 'create' | 'change' | 'expiry';
  /** The way of the identity check; empty where there was none. */
  readonly way: string;
};

/** Nobody has signed in to the account for as long as the operator has set. */
type DormantEvent = CommonFields & { readonly event: 'account.dormant' };

/** A password or a change of a factor was rejected. */
type RefusedChange = CommonFields & { readonly event: 'password.refused' | 'factor.refused' };

/** Something was done to an account from outside: by an operator, or by a directory of the company. */
export type AdministrationEvent = CommonFields & {
  readonly event: 'administration';
  /** The name of the action, as it is called. */
  readonly action: string;
  /** Who did it, by their own word. */
  readonly operator: string;
  /** What else there is to know: no secret. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
};

/** An audit event. */
export type AuditEvent =
  | LoginEvent
  | PhoneEvent
  | IdentityEvent
  | SessionEvent
  | RememberedEvent
  | FactorEvent
  | PasswordEvent
  | DormantEvent
  | RefusedChange
  | AdministrationEvent;

/** Takes the events, in the order in which they happen. */
export type Audit = (event: AuditEvent) => void;
