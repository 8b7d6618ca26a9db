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
export const EXHAUSTED_LICENSE: License = { hasTimeLeft: true, isBelowLimit: false };

/** The result of a look-up of a person's authenticators; by default the person has none and the licence is valid. */
export const authenticatorLookUp = (
  authenticators: Partial<Authenticators> = {},
  license: License = VALID_LICENSE,
): AuthenticatorLookUp => ({ authenticators: { ...NO_AUTHENTICATORS, ...authenticators }, license });

/** A policy that allows every method, for a person who has only a phone number. */
export const policyWithEveryMethod = (changes: Parameters<typeof policy>[1] = {}): Policy =>
  policy(METHODS, { authType: 'otp', ...changes });

/** A policy's setting that allows no method for an identity check. */
export const NO_IDENTITY_METHODS = {
  sms: false,
  internalMail: false,
  privateMail: false,
  mobileOtp: false,
  push: false,
} as const;

/** An input of the chooser. */
export const chooserInput = (changes: Partial<ChooserInput> = {}): ChooserInput => ({
  userId: 'kim',
  clientId: SERVICE,
  policy: policyWithEveryMethod(),
  isSaas: false,
  passkeySupport: 'supported',
  ...changes,
});
