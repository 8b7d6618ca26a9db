import { TOKEN_CODES, type TokenCode } from './token-codes.ts';

/** Types of registered factors; each has the code of the method that it is registered for (spec section 3). */
export const FACTOR_TYPES = {
  otpCard: TOKEN_CODES.otpCard,
  yubikey: TOKEN_CODES.yubikey,
  mobileApp: TOKEN_CODES.mobileOtp,
  passkey: TOKEN_CODES.passkey,
} as const;

export type FactorType = (typeof FACTOR_TYPES)[keyof typeof FACTOR_TYPES];

const TYPES: ReadonlyMap<TokenCode, FactorType> = new Map([
  ...Object.values(FACTOR_TYPES).map((type) => [type, type] as const),
  [TOKEN_CODES.push, FACTOR_TYPES.mobileApp],
  [TOKEN_CODES.qr, FACTOR_TYPES.mobileApp],
]);

/** The factor that a method uses: the app serves three methods (decision 27). Null for a method without a factor. */
export const factorTypeOf = (code: TokenCode | null): FactorType | null => (code && TYPES.get(code)) ?? null;
