import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';
import type { SELF_AUTH_KEYS } from './policy.ts';

/** A way of the identity check (spec section 2, "Self-authentication screen"). */
export type IdentityWay = (typeof SELF_AUTH_KEYS)[number];

/** Contact types of the verification call (spec section 7). */
export const CONTACT_TYPES = ['phoneNumber', 'inmail', 'exmail'] as const;
export type ContactType = (typeof CONTACT_TYPES)[number];

/** The reason for an identity token: a verified contact, the password, or an answered question. */
export type IdentityBasis = ContactType | 'password' | 'answer';

/** The identity ways that a verified contact allows (decisions 114 and 174). */
const WAYS_OF_CONTACT: Readonly<Record<ContactType, readonly IdentityWay[]>> = {
  phoneNumber: ['sms', 'mobileOtp', 'push'],
  inmail: ['internalMail'],
  exmail: ['privateMail'],
};

const CODES: Readonly<Record<IdentityWay, TokenCode>> = {
  sms: TOKEN_CODES.sms,
  internalMail: TOKEN_CODES.internalMail,
  privateMail: TOKEN_CODES.privateMail,
  mobileOtp: TOKEN_CODES.mobileOtp,
  push: TOKEN_CODES.push,
};

/** The identity way of a type code; null when the code is of another method. */
export const wayOf = (tokenCode: TokenCode | null): IdentityWay | null =>
  (Object.keys(CODES) as IdentityWay[]).find((way) => CODES[way] === tokenCode) ?? null;

export const codeOfWay = (way: IdentityWay): TokenCode => CODES[way];

/** Whether a token with this basis allows an identity way; the settings may still forbid it. */
export function allowsWay(basis: IdentityBasis, way: IdentityWay): boolean {
  if (basis === 'password') return true;
  return basis !== 'answer' && WAYS_OF_CONTACT[basis].includes(way);
}
