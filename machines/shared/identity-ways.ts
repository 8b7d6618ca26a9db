import type { Account, PasswordSecurity } from '#machines/shared/domain.ts';
import type { ContactType } from '#machines/shared/password-steps.ts';
import { SELF_AUTH_METHODS, type SelfAuthMethod } from '#machines/shared/policy.ts';
import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';

/** A way of the identity check; their order is the one in which one is chosen on load (spec section 4). */
export type IdentityWay = SelfAuthMethod;

/** Enabled, disabled or hidden (spec section 2, decision 113). */
export type WayState = 'Y' | 'N' | 'X';

type Contacts = Pick<Account, 'phoneNumber' | 'internalMail' | 'privateMail'>;

type WayConditions = {
  readonly offered: PasswordSecurity['selfAuth'];
  /** The masked contacts; null while unknown: then only the flags count. */
  readonly contacts: Contacts | null;
  readonly isInsideApp: boolean;
  /** Absent while unknown: then the contact of a way counts. */
  readonly mobileApp?: string | null;
  /** What the token was granted for: after a password no contact has to be entered. */
  readonly basis: ContactType | 'password' | null;
};

const CONTACTS: Readonly<Record<IdentityWay, { readonly type: ContactType; readonly of: keyof Contacts }>> = {
  sms: { type: 'phoneNumber', of: 'phoneNumber' },
  internalMail: { type: 'inmail', of: 'internalMail' },
  privateMail: { type: 'exmail', of: 'privateMail' },
  mobileOtp: { type: 'phoneNumber', of: 'phoneNumber' },
  push: { type: 'phoneNumber', of: 'phoneNumber' },
};

export const CODE_OF: Readonly<Record<IdentityWay, TokenCode>> = {
  sms: TOKEN_CODES.sms,
  internalMail: TOKEN_CODES.internalMail,
  privateMail: TOKEN_CODES.privateMail,
  mobileOtp: TOKEN_CODES.mobileOtp,
  push: TOKEN_CODES.push,
};

/** The contact that a way needs (decision 114). */
export const contactTypeOf = (way: IdentityWay): ContactType => CONTACTS[way].type;

/** The masked contact of a method; empty when it is not known. */
export const maskedContactOf = (way: IdentityWay, contacts: Contacts | null): string =>
  contacts?.[CONTACTS[way].of] ?? '';

/** Whether the person has what a way needs (decision 113). */
function hasContactOrDevice(way: IdentityWay, { contacts, mobileApp, basis }: WayConditions): boolean {
  const isOfApp = way === 'mobileOtp' || way === 'push';
  const hasContact = contacts === null || contacts[CONTACTS[way].of] !== null;
  if (!isOfApp || mobileApp === undefined) return hasContact;
  const hasApp = mobileApp !== null && !(way === 'push' && mobileApp === 'offline');
  return hasApp && (basis === 'password' || hasContact);
}

/**
 * Whether a way can be chosen. A way that the setting leaves out is hidden, the app and push also inside the app
 * (spec section 4); one whose contact or device the person lacks is disabled.
 */
export function stateOf(way: IdentityWay, circumstances: WayConditions): WayState {
  const { offered, isInsideApp } = circumstances;
  const isOfApp = way === 'mobileOtp' || way === 'push';
  if (!offered[way] || (isOfApp && isInsideApp)) return 'X';
  return hasContactOrDevice(way, circumstances) ? 'Y' : 'N';
}

/** The method selected on load; null when none is enabled. */
export const firstWay = (circumstances: WayConditions): IdentityWay | null =>
  SELF_AUTH_METHODS.find((way) => stateOf(way, circumstances) === 'Y') ?? null;

/** The ways that are shown. */
export const shownWays = (circumstances: WayConditions): readonly IdentityWay[] =>
  SELF_AUTH_METHODS.filter((way) => stateOf(way, circumstances) !== 'X');
