/** Type codes: the numbers of methods in addresses and payloads (spec section 2, table "Type codes"). */
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
 * Parses a type code in an address or an answer. The text `pw` means the password (rule 24). The result is null for a
 * value that is not in the table (rule 28).
 */
export function parseTypeCode(value: string | null | undefined): TypeCode | null {
  const code = value === 'pw' ? TYPE_CODES.password : value;
  return code && CODES.has(code) ? (code as TypeCode) : null;
}

/** The text for a type code in addresses: `pw` for the password (rule 24), the code itself for all other methods. */
export const routeCode = (code: TypeCode): string => (code === TYPE_CODES.password ? 'pw' : code);
