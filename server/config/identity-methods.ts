import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';
import type { SELF_AUTH_KEYS } from './policy.ts';

/** A method of the identity check (spec section 2, "Self-authentication screen"). */
export type IdentityMethod = (typeof SELF_AUTH_KEYS)[number];

/** Contact types of the verification call (spec section 7). */
export const CONTACT_TYPES = ['phoneNumber', 'inmail', 'exmail'] as const;
export type ContactType = (typeof CONTACT_TYPES)[number];

/** The proof for which a token of an identity check is issued: a verified contact, the password, or an answer. */
export type IdentityBasis = ContactType | 'password' | 'answer';

/** The identity methods that become allowed when a contact is verified (rules 114 and 174). */
const METHODS_OF_CONTACT: Readonly<Record<ContactType, readonly IdentityMethod[]>> = {
  phoneNumber: ['sms', 'mobileOtp', 'push'],
  inmail: ['internalMail'],
  exmail: ['privateMail'],
};

const TYPE_CODE_BY_METHOD: Readonly<Record<IdentityMethod, TypeCode>> = {
  sms: TYPE_CODES.sms,
  internalMail: TYPE_CODES.internalMail,
  privateMail: TYPE_CODES.privateMail,
  mobileOtp: TYPE_CODES.mobileOtp,
  push: TYPE_CODES.push,
};

/** The identity method of a type code; null when the type code belongs to another method. */
export const identityMethodOf = (typeCode: TypeCode | null): IdentityMethod | null =>
  (Object.keys(TYPE_CODE_BY_METHOD) as IdentityMethod[]).find(
    (method) => TYPE_CODE_BY_METHOD[method] === typeCode,
  ) ?? null;

export const typeCodeOfIdentityMethod = (method: IdentityMethod): TypeCode => TYPE_CODE_BY_METHOD[method];

/** Whether a token with this basis allows an identity method. The settings may still forbid the method. */
export function allowsIdentityMethod(basis: IdentityBasis, method: IdentityMethod): boolean {
  if (basis === 'password') return true;
  return basis !== 'answer' && METHODS_OF_CONTACT[basis].includes(method);
}
