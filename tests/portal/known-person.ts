import { EVERY_TOKEN, NO_TOKENS, policy, SERVICE } from '#cases/samples.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import { METHODS, type Policy } from '#machines/shared/policy.ts';
import { type OpenPortal, openPortal, sessionOf } from '#tests/support/model/portal.ts';

export const OWNS_ALL: Policy['userTokens'] = {
  ...EVERY_TOKEN,
  phoneNumber: '010-****-5678',
  internalMail: 'k***@example.kr',
  privateMail: 'd***@example.com',
  otpCard: 'C-1',
  yubikeyFirst: 'cccccc',
  yubikeySecond: 'cccccd',
  mobileApp: 'Galaxy S30',
  passkey: 'laptop',
};
export const OWNS_NOTHING = NO_TOKENS;

export const policyOfAllMethods = (changes: Parameters<typeof policy>[1] = {}): Policy =>
  policy(METHODS, { authType: 'otp', userTokens: OWNS_ALL, ...changes });

/** Opens the portal at an address, for a person who is identified. */
export const openAt = (
  address: string,
  stored: Policy = policyOfAllMethods(),
  changes: Partial<PortalInput> = {},
): OpenPortal =>
  openPortal({
    address,
    session: sessionOf('kim'),
    storedPolicy: { userId: 'kim', clientId: SERVICE, policy: stored },
    ...changes,
  });
