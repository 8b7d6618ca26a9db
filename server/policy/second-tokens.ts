import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import type { Account } from '#server/db/accounts.ts';
import type { Devices } from '#server/db/devices.ts';
import { maskedTokens } from '#server/policy/answer.ts';
import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';

/** A token of the second step: the authMethod keys and `qrCode` (decision 101). */
export type SecondToken = MethodKey | 'qrCode';

const CODES: Readonly<Record<SecondToken, TokenCode>> = {
  emergencyCode: TOKEN_CODES.emergency,
  pw: TOKEN_CODES.password,
  sms: TOKEN_CODES.sms,
  internalMail: TOKEN_CODES.internalMail,
  privateMail: TOKEN_CODES.privateMail,
  mobileOtp: TOKEN_CODES.mobileOtp,
  push: TOKEN_CODES.push,
  hwOtp: TOKEN_CODES.otpCard,
  yubikey: TOKEN_CODES.yubikey,
  fido2Token: TOKEN_CODES.passkey,
  qrCode: TOKEN_CODES.qr,
};

const NAMES = Object.keys(CODES) as SecondToken[];

/** The token of a type code; null when the second step knows none. */
export const secondTokenOf = (tokenCode: TokenCode): SecondToken | null =>
  NAMES.find((name) => CODES[name] === tokenCode) ?? null;

/**
 * The tokens that end a second step under a policy. A factor of the first step is none of them: it may
 * not count twice (decision 54).
 */
export const secondTokens = (rule: PolicyRule, used: readonly MethodKey[]): readonly SecondToken[] =>
  NAMES.filter(
    (name) => rule.secondTokenPriority[name] !== undefined && !used.some((method) => method === name),
  );

/** Whether the person has what a token needs. */
export function ownsSecondToken(devices: Devices, account: Account, name: SecondToken): boolean {
  const { otpCard, yubikeyFirst, yubikeySecond, mobileApp, fido2token } = maskedTokens(
    devices,
    account.userId,
  );
  switch (name) {
    case 'pw':
      return true;
    case 'emergencyCode':
      return devices.emergencyCodes.find(account.userId) !== null;
    case 'sms':
      return account.phoneNumber !== null;
    case 'internalMail':
    case 'privateMail':
      return account[name] !== null;
    case 'hwOtp':
      return otpCard !== null;
    case 'yubikey':
      return yubikeyFirst !== null || yubikeySecond !== null;
    case 'fido2Token':
      return fido2token !== null;
    case 'mobileOtp':
      return mobileApp !== null;
    case 'push':
    case 'qrCode':
      return mobileApp !== null && mobileApp !== 'offline';
  }
}

/** The ranks that a person is told: the default token comes first, those before it move down (decision 63). */
export function rankedFor(
  { secondTokenPriority: ranks }: PolicyRule,
  chosen: TokenCode | null,
): PolicyRule['secondTokenPriority'] {
  const name = chosen && secondTokenOf(chosen);
  const former = name ? ranks[name] : undefined;
  if (!name || former === undefined) return ranks;
  const moved = NAMES.flatMap((other) => {
    const rank = ranks[other];
    return rank === undefined ? [] : [[other, rank < former ? rank + 1 : rank] as const];
  });
  return { ...Object.fromEntries(moved), [name]: 1 };
}
