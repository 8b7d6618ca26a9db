import { NO_AUTHENTICATORS, policy, SERVICE } from '#cases/samples.ts';
import type { ChooserInput } from '#machines/chooser/chooser.machine.ts';
import type { AuthenticatorLookUp, Authenticators, License } from '#machines/shared/authenticators.ts';
import { METHODS, type Policy } from '#machines/shared/policy.ts';

/** A person with every authenticator. */
export const ALL_AUTHENTICATORS: Authenticators = {
  mobileApp: 'Galaxy S30',
  otpCard: 'C-1',
  yubikeyFirst: 'cccccc',
  yubikeySecond: null,
  passkey: 'laptop',
};

const VALID_LICENSE: License = { hasTimeLeft: true, isBelowLimit: true };
export const EXPIRED_LICENSE: License = { hasTimeLeft: false, isBelowLimit: true };
export const FULL_LICENSE: License = { hasTimeLeft: true, isBelowLimit: false };

export const lookUpResult = (
  authenticators: Partial<Authenticators> = {},
  license: License = VALID_LICENSE,
): AuthenticatorLookUp => ({ authenticators: { ...NO_AUTHENTICATORS, ...authenticators }, license });

/** A policy that allows every method, for a person who has only a phone number. */
export const everyMethod = (changes: Parameters<typeof policy>[1] = {}): Policy =>
  policy(METHODS, { authType: 'otp', ...changes });

export const NO_SELF_AUTH = {
  sms: false,
  internalMail: false,
  privateMail: false,
  mobileOtp: false,
  push: false,
} as const;

export const input = (changes: Partial<ChooserInput> = {}): ChooserInput => ({
  userId: 'kim',
  clientId: SERVICE,
  policy: everyMethod(),
  isSaas: false,
  passkeySupport: 'supported',
  ...changes,
});
