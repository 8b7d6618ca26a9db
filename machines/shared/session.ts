import type { FlowType } from '#wire/runtime-config.ts';
import type { ReauthReason } from './domain.ts';

/** Session values of the request. They remain when the person changes (rule 14). */
export type RequestValues = {
  readonly clientId: string;
  readonly type: FlowType;
  /** The type to restore after an identity check; empty outside an identity check (rule 34). */
  readonly formerType: FlowType | '';
  readonly redirectUrl: string;
  /** Whether the person has declined the request (rule 279). */
  readonly isDeclined: boolean;
  /** The name of the client service. */
  readonly company: string;
  /** The app in which the portal was opened (rule 97). */
  readonly appName: string;
  /** The public IP address of the device. */
  readonly ip: string;
  /** The address of the screen from which the flow for a forgotten password was opened (rule 119). */
  readonly prevURL: string;
  /** The last challenge token (rule 05). */
  readonly challenge: string;
  /** The key with which this tab checks challenge tokens (rule 05). */
  readonly challengeKey: string;
  /** The ID for which a password was just saved through a link; empty when no password was saved. */
  readonly passwordSavedFor: string;
};

/** A pending code, push or QR code, which survives a reload (rule 79). */
export type Pending = {
  /** The type code of the method. */
  readonly tokenCode: string;
  /** `approval`: an approved QR code that waits for the password (rule 89). */
  readonly kind: 'code' | 'push' | 'qr' | 'approval';
  /** The ID of the push or QR code; empty for a sent code. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

/**
 * Session values of the person. They are cleared when the ID changes, the session expires or the person leaves the portal
 * (rule 14).
 */
export type PersonValues = {
  readonly userId: string;
  readonly accessToken: string;
  /** The token for the second step, from the first step; empty outside the second step. */
  readonly secondToken: string;
  /** The type code of the default method; empty when the person has no default method. */
  readonly defaultMethod: string;
  /** Whether this is the first sign-in of an administrator, whose password has to be changed. */
  readonly first: boolean;
  /** Whether the screen of the temporary code is shown. */
  readonly emergency: boolean;
  /** The flag `auth` of the last login result, `Y` or `N`; empty before the first result. */
  readonly auth: string;
  /** The day on which the password expired; empty when it has not expired. */
  readonly expiredDay: string;
  /**
   * The address to which the person returns after the login: the address in the login result, or the `redirectUrl` of the
   * request. Empty before the login has finished.
   */
  readonly redirect: string;
  /**
   * The check boxes 'Always Use' and 'Send Automatically' of the first step, `Y` or `N` for each, such as `YN`. Empty when
   * the first step had no check boxes.
   */
  readonly firstFixed: string;
  /**
   * Why a signed-in person has to sign in again, shown on the first screen of the sign-in (rule 156).
   */
  readonly reauthReason: ReauthReason;
  /** The address of the management screen that opens after the sign-in; empty when no such screen was requested. */
  readonly managementUrl: string;
  readonly pending: Pending | null;
};

/** The session values of spec section 3. */
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

/** The values while no person is identified. */
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

/** The values of the person `userId`. The values of another person are dropped (rule 14). */
export const personFor = (person: PersonValues, userId: string): PersonValues =>
  person.userId === userId ? person : { ...NO_PERSON, userId };
