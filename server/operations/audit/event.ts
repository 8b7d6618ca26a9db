import type { NO_DEFAULT, SettableDefault } from '#wire/default-method.ts';
import type { FactorType } from '#wire/factor-types.ts';

/** Fields of every event. An absent field is empty in the audit line. */
type CommonFields = {
  /** The ID of an existing account. An unknown typed ID is never recorded, because it may be a password. */
  readonly account?: string;
  /** The client service. */
  readonly client?: string;
  /** Names of authMethod, joined by `+`. */
  readonly method?: string;
  /** The code of a refusal; `ok` when absent. */
  readonly result?: string;
};

/**
 * A login. `passed`: one method was verified. `completed`: signed in. `locked`: a wrong guess locked the method.
 * `declined`: the person declined the request of a service; the account is the last ID that was checked for the
 * request. `reported`: the person reported that somebody else has signed in. `service.entered`: a service received the
 * identity, through this login or an earlier login.
 */
type LoginEvent = CommonFields & {
  readonly event:
    | 'login.passed'
    | 'login.completed'
    | 'login.declined'
    | 'login.refused'
    | 'login.locked'
    | 'login.reported'
    | 'service.entered';
  /** A remembered browser replaced the second step. */
  readonly way?: 'remembered';
};

/** A person's decision on the phone about a push or QR login. */
type PhoneEvent = CommonFields & {
  readonly event: 'phone.approved' | 'phone.denied' | 'phone.mismatched';
  /** Name of the phone. */
  readonly device: string;
};

/** An identity check for a registration or a new password. */
type IdentityEvent = CommonFields & {
  readonly event: 'identity.matched' | 'identity.passed' | 'identity.refused';
};

/** A session was ended by a person or a service. */
type SessionEvent = CommonFields & {
  readonly event: 'session.ended';
  /**
   * `portal`: at the portal; `service`: at a service; `elsewhere`: from another browser; `replaced`: by another
   * sign-in.
   */
  readonly way: 'portal' | 'service' | 'elsewhere' | 'replaced';
};

/** A browser was remembered for the second step, or forgotten by the person. */
type RememberedEvent = CommonFields & { readonly event: 'browser.remembered' | 'browser.forgotten' };

/** A change of a person's factors. */
export type FactorEvent = CommonFields & {
  readonly event: 'factor.added' | 'factor.renamed' | 'factor.removed' | 'default.changed';
  /** Type code of the factor or of the new default method; 98 when there is no default method any more. */
  readonly kind: FactorType | SettableDefault | typeof NO_DEFAULT;
  readonly factorId: string;
  /** The methods with which the person had signed in, or the method of the identity check. */
  readonly way: string;
};

/** A password was saved: through a link, or in the flow for a forgotten or expired password. */
type PasswordEvent = CommonFields & {
  readonly event: 'password.changed';
  readonly kind: 'forgot' | 'create' | 'change' | 'expiry';
  /** The method of the identity check; empty when there was no identity check. */
  readonly way: string;
};

/** The account became dormant. */
type DormantEvent = CommonFields & { readonly event: 'account.dormant' };

/**
 * A message that a gateway had accepted was not delivered; `result` is the failure, or `replaced` when an SMS replaced
 * an Alimtalk.
 */
type UndeliveredEvent = CommonFields & {
  readonly event: 'message.undelivered';
  readonly gateway: string;
  /** Result code of the gateway. */
  readonly code: string;
};

/** A new password or a change of a factor was refused. */
type RefusedChange = CommonFields & { readonly event: 'password.refused' | 'factor.refused' };

/** A change of an account by an operator, an administrator or an identity source. */
export type AdministrationEvent = CommonFields & {
  readonly event: 'administration';
  /** Name of the admin action. */
  readonly action: string;
  /** The stated name of the operator, which is not verified. */
  readonly operator: string;
  /** Further details, without secrets. */
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
  | UndeliveredEvent
  | RefusedChange
  | AdministrationEvent;

/** Records an event. */
export type Audit = (event: AuditEvent) => void;
