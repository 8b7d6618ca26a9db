import { TYPE_CODES, type TypeCode } from './type-codes.ts';

/** Clears the default (spec section 9). */
export const NO_DEFAULT = '98';

/** The defaults that POST /data/portal/default can set (spec section 9). */
export const SETTABLE_DEFAULTS: readonly TypeCode[] = [TYPE_CODES.otpCard, TYPE_CODES.yubikey, TYPE_CODES.qr];
