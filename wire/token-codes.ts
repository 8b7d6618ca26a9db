/** Type codes of routes and payloads (spec section 2, table "Type codes"). */
export const TOKEN_CODES = {
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

export type TokenName = keyof typeof TOKEN_CODES;
export type TokenCode = (typeof TOKEN_CODES)[TokenName];

const known: ReadonlySet<string> = new Set(Object.values(TOKEN_CODES));

/**
 * Reads a code as the address bar or an answer carries it: `pw` is the password (decision 24),
 * anything that the table does not list is `null` (decision 28).
 */
export function parseTokenCode(value: string | null | undefined): TokenCode | null {
  const code = value === 'pw' ? TOKEN_CODES.password : value;
  return code && known.has(code) ? (code as TokenCode) : null;
}

/** The form of a code in addresses: the password is `pw` (decision 24). */
export const routeCode = (code: TokenCode): string => (code === TOKEN_CODES.password ? 'pw' : code);
