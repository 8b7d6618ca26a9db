import type { FactorType } from '#server/storage/repositories/factors.ts';
import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';
import { splitYubikeyOtp } from './otp/yubikey-otp.ts';
import { readAssertion } from './passkey/assertion.ts';
import type { Portal } from './portal.ts';

const TYPES: ReadonlyMap<TokenCode, FactorType> = new Map([
  [TOKEN_CODES.otpCard, '7'],
  [TOKEN_CODES.yubikey, '8'],
  [TOKEN_CODES.mobileOtp, '9'],
  [TOKEN_CODES.push, '9'],
  [TOKEN_CODES.qr, '9'],
  [TOKEN_CODES.passkey, '12'],
]);

/** Which of several a secret is of; of a card or an app a person has one. */
function deviceOf(type: FactorType, secret: string): string | undefined {
  if (type === '8') return splitYubikeyOtp(secret)?.publicId;
  return type === '12' ? readAssertion(secret)?.id : undefined;
}

/** Notes when a factor has proved its person (decision 218). */
export async function recordFactor(
  { factors }: Portal,
  userId: string,
  tokenCode: TokenCode,
  secret: string,
): Promise<void> {
  const type = TYPES.get(tokenCode);
  if (type) await factors.recordUse(userId, type, deviceOf(type, secret));
}
