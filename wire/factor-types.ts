import { TYPE_CODES, type TypeCode } from './type-codes.ts';

/** Types of registered factors; each has the code of the method that it is registered for (spec section 3). */
export const FACTOR_TYPES = {
  otpCard: TYPE_CODES.otpCard,
  yubikey: TYPE_CODES.yubikey,
  mobileApp: TYPE_CODES.mobileOtp,
  passkey: TYPE_CODES.passkey,
} as const;

export type FactorType = (typeof FACTOR_TYPES)[keyof typeof FACTOR_TYPES];

const TYPES: ReadonlyMap<TypeCode, FactorType> = new Map([
  ...Object.values(FACTOR_TYPES).map((type) => [type, type] as const),
  [TYPE_CODES.push, FACTOR_TYPES.mobileApp],
  [TYPE_CODES.qr, FACTOR_TYPES.mobileApp],
]);

/** The type of the factor that a method uses; null for a method without one. The app is used by three methods (rule 27). */
export const factorTypeOf = (code: TypeCode | null): FactorType | null => (code && TYPES.get(code)) ?? null;
