import { FACTOR_TYPES, type FactorType, factorTypeOf } from '#wire/factor-types.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { splitYubikeyOtp } from './otp/yubikey-otp.ts';
import { readAssertion } from './passkey/assertion.ts';
import type { FactorStores } from './portal.ts';

/** The id of the device in a secret; undefined for factor types whose secrets contain no id. */
function deviceIn(type: FactorType, secret: string): string | undefined {
  if (type === FACTOR_TYPES.yubikey) return splitYubikeyOtp(secret)?.publicId;
  return type === FACTOR_TYPES.passkey ? readAssertion(secret)?.id : undefined;
}

/** Records that a factor was used now (rule 218). */
export async function recordFactorUse(
  { factors }: FactorStores,
  userId: string,
  tokenCode: TypeCode,
  secret: string,
): Promise<void> {
  const type = factorTypeOf(tokenCode);
  if (type) await factors.recordUse(userId, type, deviceIn(type, secret));
}
