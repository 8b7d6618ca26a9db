import type { Account, PasswordSecurity } from '#machines/shared/domain.ts';
import type { ContactType } from '#machines/shared/password-steps.ts';
import { IDENTITY_METHODS, type IdentityMethod } from '#machines/shared/policy.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';

/** `Y`: enabled; `N`: disabled; `X`: hidden (spec section 2, rule 113). */
export type IdentityMethodState = 'Y' | 'N' | 'X';

type Contacts = Pick<Account, 'phoneNumber' | 'internalMail' | 'privateMail'>;

/** The values that decide which methods can be chosen. */
type IdentityConditions = {
  /** The methods that the policy or the password setting offers. */
  readonly offered: PasswordSecurity['selfAuth'];
  /** The masked contacts; null while unknown: every contact then counts as present. */
  readonly contacts: Contacts | null;
  readonly isInsideApp: boolean;
  /** A device, `offline`, or null when the person has no app. Absent while unknown: the app methods then need only a contact. */
  readonly mobileApp?: string | null;
  /** The proof for which the token of the check was issued. After a password, the app methods need no contact. */
  readonly grantedFor: ContactType | 'password' | null;
};

/** The contact of each method: its name in the calls (`type`), and its field in the account (`contact`). */
const REQUIRED_CONTACTS: Readonly<
  Record<IdentityMethod, { readonly type: ContactType; readonly contact: keyof Contacts }>
> = {
  sms: { type: 'phoneNumber', contact: 'phoneNumber' },
  internalMail: { type: 'inmail', contact: 'internalMail' },
  privateMail: { type: 'exmail', contact: 'privateMail' },
  mobileOtp: { type: 'phoneNumber', contact: 'phoneNumber' },
  push: { type: 'phoneNumber', contact: 'phoneNumber' },
};

/** The type code of each method. */
export const IDENTITY_METHOD_CODES: Readonly<Record<IdentityMethod, TypeCode>> = {
  sms: TYPE_CODES.sms,
  internalMail: TYPE_CODES.internalMail,
  privateMail: TYPE_CODES.privateMail,
  mobileOtp: TYPE_CODES.mobileOtp,
  push: TYPE_CODES.push,
};

/** The contact that a method needs (rule 114). */
export const contactTypeOf = (method: IdentityMethod): ContactType => REQUIRED_CONTACTS[method].type;

/** The masked contact of a method; empty when it is not known. */
export const maskedContactOf = (method: IdentityMethod, contacts: Contacts | null): string =>
  contacts?.[REQUIRED_CONTACTS[method].contact] ?? '';

/** Whether the person has the contact or device that a method needs (rule 113). */
function hasContactOrDevice(
  method: IdentityMethod,
  { contacts, mobileApp, grantedFor }: IdentityConditions,
): boolean {
  const usesApp = method === 'mobileOtp' || method === 'push';
  const hasContact = contacts === null || contacts[REQUIRED_CONTACTS[method].contact] !== null;
  if (!usesApp || mobileApp === undefined) return hasContact;
  const hasApp = mobileApp !== null && !(method === 'push' && mobileApp === 'offline');
  return hasApp && (grantedFor === 'password' || hasContact);
}

/**
 * Whether a method can be chosen. A method is hidden when it is not offered; app OTP and push are also hidden inside the
 * app (spec section 4). A method is disabled when the person does not have its contact or device.
 */
export function identityMethodState(
  method: IdentityMethod,
  conditions: IdentityConditions,
): IdentityMethodState {
  const { offered, isInsideApp } = conditions;
  const usesApp = method === 'mobileOtp' || method === 'push';
  if (!offered[method] || (usesApp && isInsideApp)) return 'X';
  return hasContactOrDevice(method, conditions) ? 'Y' : 'N';
}

/** The method that is selected when the screen opens; null when no method is enabled. */
export const firstEnabledMethod = (conditions: IdentityConditions): IdentityMethod | null =>
  IDENTITY_METHODS.find((method) => identityMethodState(method, conditions) === 'Y') ?? null;

/** The methods that are shown. */
export const visibleMethods = (conditions: IdentityConditions): readonly IdentityMethod[] =>
  IDENTITY_METHODS.filter((method) => identityMethodState(method, conditions) !== 'X');
