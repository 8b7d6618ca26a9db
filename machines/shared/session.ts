import type { FlowType } from '#wire/runtime-config.ts';
import type { ReauthReason } from './domain.ts';

/** Session values of the request: they outlive a change of person (rule 14). */
export type RequestValues = {
  readonly clientId: string;
  readonly type: FlowType;
  /** The type to restore after an identity check; empty outside an identity check (rule 34). */
  readonly formerType: FlowType | '';
  readonly redirectUrl: string;
  /** The person has declined the request (rule 279). */
  readonly isDeclined: boolean;
  readonly company: string;
  readonly appName: string;
  readonly ip: string;
  readonly prevURL: string;
  readonly challenge: string;
  readonly challengeKey: string;
  /** The ID for which a password was just saved through a link, for the next sign-in of this tab; empty for none. */
  readonly passwordSavedFor: string;
};

/** A pending code, push or QR code, which survives a reload (rule 79). */
export type Pending = {
  readonly tokenCode: string;
  /** An `approval` is an approved QR code that waits for the password (rule 89). */
  readonly kind: 'code' | 'push' | 'qr' | 'approval';
  readonly id: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

/**
 * Session values of the person: cleared when the ID changes, the session expires or the person leaves (rule 14).
 */
export type PersonValues = {
  readonly userId: string;
  readonly accessToken: string;
  readonly secondToken: string;
  readonly defaultMethod: string;
  /** Whether this is the first sign-in of an administrator, whose password has to be changed. */
  readonly first: boolean;
  /** Whether the screen of the temporary code is shown. */
  readonly emergency: boolean;
  /** The flag `auth` of the last login result: `Y`, `N`, or empty before. */
  readonly auth: string;
  readonly expiredDay: string;
  /** Where the login leads: the address in its result, otherwise the `redirectUrl` of the request; empty before. */
  readonly redirect: string;
  /** The check boxes "always" and "send automatically" of the first step, `Y` or `N` for each; empty when it had none. */
  readonly firstFixed: string;
  /**
   * Why the person has to sign in again although signed in; shown on the first screen of the sign-in (rule 156).
   */
  readonly reauthReason: ReauthReason;
  /** The address of the management screen to open after the sign-in; empty for none. */
  readonly managementUrl: string;
  readonly pending: Pending | null;
};

/** The global session values of spec section 3: those of the request and those of the person. */
export type Session = { readonly request: RequestValues; readonly person: PersonValues };

export const NEW_REQUEST_VALUES: RequestValues = {
  clientId: '',
  type: 'user',
  formerType: '',
  redirectUrl: '',
  isDeclined: false,
  company: '',
  appName: '',
  ip: '',
  prevURL: '',
  challenge: '',
  challengeKey: '',
  passwordSavedFor: '',
};

export const NO_PERSON: PersonValues = {
  userId: '',
  accessToken: '',
  secondToken: '',
  defaultMethod: '',
  first: false,
  emergency: false,
  auth: '',
  expiredDay: '',
  redirect: '',
  firstFixed: '',
  reauthReason: '',
  managementUrl: '',
  pending: null,
};

export const NEW_SESSION: Session = { request: NEW_REQUEST_VALUES, person: NO_PERSON };

/** The values of the person `userId`; those of another person are dropped (rule 14). */
export const personFor = (person: PersonValues, userId: string): PersonValues =>
  person.userId === userId ? person : { ...NO_PERSON, userId };
