import type { FactorType } from '#machines/shared/factor.ts';
import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';

const KINDS: ReadonlyMap<TokenCode, FactorType> = new Map([
  [TOKEN_CODES.otpCard, '7'],
  [TOKEN_CODES.yubikey, '8'],
  [TOKEN_CODES.mobileOtp, '9'],
  [TOKEN_CODES.push, '9'],
  [TOKEN_CODES.qr, '9'],
  [TOKEN_CODES.passkey, '12'],
]);

/** The kind that a method is registered as: the app serves three (decision 27). Null for a method without a device. */
export const kindOf = (code: TokenCode | null): FactorType | null => (code && KINDS.get(code)) ?? null;
