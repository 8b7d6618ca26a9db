import { TYPE_CODES, type TypeCode } from './type-codes.ts';

/**
 * Factor types. The value of each type is the type code of the method for which the factor is registered (spec section
 * 3).
 */
export const FACTOR_TYPES = {
  otpCard: TYPE_CODES.otpCard,
  yubikey: TYPE_CODES.yubikey,
  mobileApp: TYPE_CODES.mobileOtp,
  passkey: TYPE_CODES.passkey,
} as const;

export type FactorType = (typeof FACTOR_TYPES)[keyof typeof FACTOR_TYPES];

const FACTOR_TYPES_BY_METHOD: ReadonlyMap<TypeCode, FactorType> = new Map([
  ...Object.values(FACTOR_TYPES).map((type) => [type, type] as const),
  [TYPE_CODES.push, FACTOR_TYPES.mobileApp],
  [TYPE_CODES.qr, FACTOR_TYPES.mobileApp],
]);

/**
 * The factor type that a method uses; null when the method uses no factor. Three methods use the mobile app (rule 27).
 * @param code the type code of the method
 */
export const factorTypeOf = (code: TypeCode | null): FactorType | null =>
  (code && FACTOR_TYPES_BY_METHOD.get(code)) ?? null;
