import { TYPE_CODES } from './type-codes.ts';

/** Clears the default (spec section 9). */
export const NO_DEFAULT = '98';

/** The defaults that POST /data/portal/default can set (spec section 9). */
export const SETTABLE_DEFAULTS = [TYPE_CODES.otpCard, TYPE_CODES.yubikey, TYPE_CODES.qr] as const;

export type SettableDefault = (typeof SETTABLE_DEFAULTS)[number];
