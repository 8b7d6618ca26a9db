import { TYPE_CODES, type TypeCode } from './type-codes.ts';

/** The properties of a method that the page and the server share. */
type MethodRow = {
  /** The name of the method in `authMethod` of the policy check (rule 139). */
  readonly wire: string;
  readonly code: TypeCode;
  /** The flow in which the person uses the method. */
  readonly flow: 'emergency' | 'password' | 'sent-code' | 'device-code' | 'push' | 'passkey';
  /** Names of the person's values that the method can use, such as `phoneNumber`. One value is enough; empty if none is needed. */
  readonly tokens: readonly string[];
  /** Authentication method references (RFC 8176). */
  readonly amr: readonly string[];
};

/** Methods that a policy may allow (spec section 3, authMethod), in the order of the chooser. */
export const METHOD_TABLE = {
  emergencyCode: {
    wire: 'emergencyCode',
    code: TYPE_CODES.emergency,
    flow: 'emergency',
    tokens: [],
    amr: ['otp'],
  },
  password: { wire: 'pw', code: TYPE_CODES.password, flow: 'password', tokens: [], amr: ['pwd'] },
  sms: {
    wire: 'sms',
    code: TYPE_CODES.sms,
    flow: 'sent-code',
    tokens: ['phoneNumber'],
    amr: ['otp', 'sms'],
  },
  internalMail: {
    wire: 'internalMail',
    code: TYPE_CODES.internalMail,
    flow: 'sent-code',
    tokens: ['internalMail'],
    amr: ['otp'],
  },
  privateMail: {
    wire: 'privateMail',
    code: TYPE_CODES.privateMail,
    flow: 'sent-code',
    tokens: ['privateMail'],
    amr: ['otp'],
  },
  mobileOtp: {
    wire: 'mobileOtp',
    code: TYPE_CODES.mobileOtp,
    flow: 'device-code',
    tokens: ['mobileApp'],
    amr: ['otp'],
  },
  push: { wire: 'push', code: TYPE_CODES.push, flow: 'push', tokens: ['mobileApp'], amr: ['swk'] },
  otpCard: {
    wire: 'hwOtp',
    code: TYPE_CODES.otpCard,
    flow: 'device-code',
    tokens: ['otpCard'],
    amr: ['otp', 'hwk'],
  },
  yubikey: {
    wire: 'yubikey',
    code: TYPE_CODES.yubikey,
    flow: 'device-code',
    tokens: ['yubikeyFirst', 'yubikeySecond'],
    amr: ['otp', 'hwk'],
  },
  passkey: {
    wire: 'fido2Token',
    code: TYPE_CODES.passkey,
    flow: 'passkey',
    tokens: ['passkey'],
    amr: ['hwk', 'user'],
  },
} as const satisfies Readonly<Record<string, MethodRow>>;

/**
 * The name of the method with a type code in calls and answers: `qr` for QR login, and the code itself for a code that means
 * two methods, such as SMS and mail.
 */
export const wireNameOf = (code: TypeCode): string =>
  Object.values(METHOD_TABLE).find((row) => row.code === code)?.wire ??
  (code === TYPE_CODES.qr ? 'qr' : code);

/** Name of a method in the code of the portal. */
export type MethodName = keyof typeof METHOD_TABLE;
/** Name of a method in calls and answers. */
export type WireMethod = (typeof METHOD_TABLE)[MethodName]['wire'];

export const METHOD_NAMES = Object.keys(METHOD_TABLE) as readonly MethodName[];
export const WIRE_METHODS: readonly WireMethod[] = METHOD_NAMES.map((method) => METHOD_TABLE[method].wire);
