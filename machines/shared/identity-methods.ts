import type { Account, PasswordSecurity } from '#machines/shared/domain.ts';
import type { ContactType } from '#machines/shared/password-steps.ts';
import { IDENTITY_METHODS, type IdentityMethod } from '#machines/shared/policy.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';

/** Enabled, disabled or hidden (spec section 2, rule 113). */
export type IdentityMethodState = 'Y' | 'N' | 'X';

type Contacts = Pick<Account, 'phoneNumber' | 'internalMail' | 'privateMail'>;

type IdentityConditions = {
  readonly offered: PasswordSecurity['selfAuth'];
  /** The masked contacts; null while unknown: then every contact counts as present. */
  readonly contacts: Contacts | null;
  readonly isInsideApp: boolean;
  /** Absent while unknown: the app methods then need only a contact. */
  readonly mobileApp?: string | null;
  /** The proof for which the token was issued. After a password, the app methods need no contact. */
  readonly grantedFor: ContactType | 'password' | null;
};

const CONTACTS: Readonly<
  Record<IdentityMethod, { readonly type: ContactType; readonly contact: keyof Contacts }>
> = {
  sms: { type: 'phoneNumber', contact: 'phoneNumber' },
  internalMail: { type: 'inmail', contact: 'internalMail' },
  privateMail: { type: 'exmail', contact: 'privateMail' },
  mobileOtp: { type: 'phoneNumber', contact: 'phoneNumber' },
  push: { type: 'phoneNumber', contact: 'phoneNumber' },
};

export const IDENTITY_CODES: Readonly<Record<IdentityMethod, TypeCode>> = {
  sms: TYPE_CODES.sms,
  internalMail: TYPE_CODES.internalMail,
  privateMail: TYPE_CODES.privateMail,
  mobileOtp: TYPE_CODES.mobileOtp,
  push: TYPE_CODES.push,
};

/** The contact that a method needs (rule 114). */
export const contactTypeOf = (method: IdentityMethod): ContactType => CONTACTS[method].type;

/** The masked contact of a method; empty when it is not known. */
export const maskedContactOf = (method: IdentityMethod, contacts: Contacts | null): string =>
  contacts?.[CONTACTS[method].contact] ?? '';

/** Whether the person has what a method needs (rule 113). */
function hasContactOrDevice(
  method: IdentityMethod,
  { contacts, mobileApp, grantedFor }: IdentityConditions,
): boolean {
  const usesApp = method === 'mobileOtp' || method === 'push';
  const hasContact = contacts === null || contacts[CONTACTS[method].contact] !== null;
  if (!usesApp || mobileApp === undefined) return hasContact;
  const hasApp = mobileApp !== null && !(method === 'push' && mobileApp === 'offline');
  return hasApp && (grantedFor === 'password' || hasContact);
}

/**
 * Whether a method can be chosen. Hidden are methods that the setting does not offer, and app OTP and push inside the app
 * (spec section 4); disabled are those whose contact or device the person does not have.
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

/** The method selected on load; null when none is enabled. */
export const firstEnabledMethod = (conditions: IdentityConditions): IdentityMethod | null =>
  IDENTITY_METHODS.find((method) => identityMethodState(method, conditions) === 'Y') ?? null;

/** The methods that are shown. */
export const visibleMethods = (conditions: IdentityConditions): readonly IdentityMethod[] =>
  IDENTITY_METHODS.filter((method) => identityMethodState(method, conditions) !== 'X');
