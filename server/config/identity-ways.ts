import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';
import type { SELF_AUTH_KEYS } from './policy.ts';

/** A way of the identity check (spec section 2, "Self-authentication screen"). */
export type IdentityWay = (typeof SELF_AUTH_KEYS)[number];

/** A contact as the verification names it (spec section 7). */
export const CONTACT_TYPES = ['phoneNumber', 'inmail', 'exmail'] as const;
export type ContactType = (typeof CONTACT_TYPES)[number];

/** What an identity token was issued for: a contact that was verified, the password, or an answer. */
export type IdentityBasis = ContactType | 'password' | 'answer';

/** The ways that a verified contact opens (decisions 114 and 174). */
const WAYS: Readonly<Record<ContactType, readonly IdentityWay[]>> = {
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

/** The way of a type code; null for a code that is none. */
export const wayOf = (tokenCode: TokenCode | null): IdentityWay | null =>
  (Object.keys(CODES) as IdentityWay[]).find((way) => CODES[way] === tokenCode) ?? null;

export const codeOfWay = (way: IdentityWay): TokenCode => CODES[way];

/** Whether a token of this basis opens a way, whatever the settings say. */
export function opens(basis: IdentityBasis, way: IdentityWay): boolean {
  if (basis === 'password') return true;
  return basis !== 'answer' && WAYS[basis].includes(way);
}
