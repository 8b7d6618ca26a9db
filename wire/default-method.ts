import { TYPE_CODES } from './type-codes.ts';

/** The value that clears the default method of a person, in the place of a type code (spec section 9). */
export const NO_DEFAULT = '98';

/** The default methods that POST /data/portal/default can set (spec section 9). */
export const SETTABLE_DEFAULTS = [TYPE_CODES.otpCard, TYPE_CODES.yubikey, TYPE_CODES.qr] as const;

export type SettableDefault = (typeof SETTABLE_DEFAULTS)[number];
