import { TOKEN_CODES, type TokenCode } from './token-codes.ts';

/** Clears the default (spec section 9). */
export const NO_DEFAULT = '98';

/** The defaults that POST /data/portal/default can set (spec section 9). */
export const SETTABLE_DEFAULTS: readonly TokenCode[] = [
  TOKEN_CODES.otpCard,
  TOKEN_CODES.yubikey,
  TOKEN_CODES.qr,
];
