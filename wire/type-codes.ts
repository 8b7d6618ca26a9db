/** Type codes of routes and payloads (spec section 2, table "Type codes"). */
export const TYPE_CODES = {
  emergency: '0',
  password: '-1',
  sms: '1',
  internalMail: '2',
  privateMail: '3',
  smsAndInternalMail: '4',
  smsAndPrivateMail: '5',
  internalAndPrivateMail: '6',
  otpCard: '7',
  yubikey: '8',
  mobileOtp: '9',
  push: '10',
  qr: '11',
  passkey: '12',
  faceId: '13',
} as const;

export type TypeCodeName = keyof typeof TYPE_CODES;
export type TypeCode = (typeof TYPE_CODES)[TypeCodeName];

const CODES: ReadonlySet<string> = new Set(Object.values(TYPE_CODES));

/**
 * Parses a type code of an address or an answer. `pw` is the password (rule 24); a code that the table does not list
 * is `null` (rule 28).
 */
export function parseTypeCode(value: string | null | undefined): TypeCode | null {
  const code = value === 'pw' ? TYPE_CODES.password : value;
  return code && CODES.has(code) ? (code as TypeCode) : null;
}

/** A type code as it is written in addresses; the password is `pw` (rule 24). */
export const routeCode = (code: TypeCode): string => (code === TYPE_CODES.password ? 'pw' : code);
