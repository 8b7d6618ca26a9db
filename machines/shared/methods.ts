import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';
import type { ClientConfig } from './domain.ts';
import { METHODS, type Method, type Policy, type SecondToken, type UserTokens } from './policy.ts';

/** The type code of each method that a policy may allow. */
export const METHOD_CODES: Readonly<Record<Method, TokenCode>> = {
  emergencyCode: TOKEN_CODES.emergency,
  password: TOKEN_CODES.password,
  sms: TOKEN_CODES.sms,
  internalMail: TOKEN_CODES.internalMail,
  privateMail: TOKEN_CODES.privateMail,
  mobileOtp: TOKEN_CODES.mobileOtp,
  push: TOKEN_CODES.push,
  otpCard: TOKEN_CODES.otpCard,
  yubikey: TOKEN_CODES.yubikey,
  passkey: TOKEN_CODES.passkey,
};

/** Ways by which a code is sent. */
export const CHANNELS = ['sms', 'internalMail', 'privateMail'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Where each sent code goes; the pairs send the same code twice (decision 25). */
const CHANNELS_OF: ReadonlyMap<TokenCode, readonly Channel[]> = new Map([
  [TOKEN_CODES.sms, ['sms']],
  [TOKEN_CODES.internalMail, ['internalMail']],
  [TOKEN_CODES.privateMail, ['privateMail']],
  [TOKEN_CODES.smsAndInternalMail, ['sms', 'internalMail']],
  [TOKEN_CODES.smsAndPrivateMail, ['sms', 'privateMail']],
  [TOKEN_CODES.internalAndPrivateMail, ['internalMail', 'privateMail']],
] as const);

/** The channels of a code that is sent; none for every other type code. */
export const channelsOf = (code: TokenCode): readonly Channel[] => CHANNELS_OF.get(code) ?? [];

/** The contact that a channel writes to. */
export const contactOf = (tokens: UserTokens, channel: Channel): string | null =>
  channel === 'sms' ? tokens.phoneNumber : tokens[channel];

const methodOf = (code: TokenCode): Method | null =>
  METHODS.find((method) => METHOD_CODES[method] === code) ?? null;

/** Whether the person has what a method needs (decision 95). */
export function ownsMethod(tokens: UserTokens, method: Method): boolean {
  switch (method) {
    case 'emergencyCode':
    case 'password':
      return true;
    case 'sms':
    case 'internalMail':
    case 'privateMail':
      return contactOf(tokens, method) !== null;
    case 'otpCard':
      return tokens.otpCard !== null;
    case 'yubikey':
      return tokens.yubikeyFirst !== null || tokens.yubikeySecond !== null;
    case 'mobileOtp':
      return tokens.mobileApp !== null;
    case 'push':
      return tokens.mobileApp !== null && tokens.mobileApp !== 'offline';
    case 'passkey':
      return tokens.passkey !== null;
  }
}

/**
 * Whether the screen of a type code may open for this person: the policy allows the method and the
 * person has what it needs (spec section 4). The password follows rules of its own (decisions 53, 54).
 */
export function isUsable(policy: Policy, client: ClientConfig | null, code: TokenCode): boolean {
  const channels = channelsOf(code);
  if (channels.length > 0) {
    return channels.every((channel) => policy.allowed[channel] && ownsMethod(policy.userTokens, channel));
  }
  if (code === TOKEN_CODES.qr) return client?.qrCode === true;
  const method = methodOf(code);
  return method !== null && policy.allowed[method] && ownsMethod(policy.userTokens, method);
}

/** What a method screen shows of the token of a person: device, serial or public id, as far as it may be seen. */
export function tokenInfo(
  { otpCard, yubikeyFirst, yubikeySecond, mobileApp }: UserTokens,
  code: TokenCode,
): string {
  if (code === TOKEN_CODES.otpCard) return otpCard ?? '';
  if (code === TOKEN_CODES.yubikey) return [yubikeyFirst, yubikeySecond].filter(Boolean).join(', ');
  return mobileApp ?? '';
}

/** What a first step by this code has used: the same app approves a push and a QR code. */
export function tokensUsedBy(code: TokenCode): readonly SecondToken[] {
  if (code === TOKEN_CODES.qr || code === TOKEN_CODES.push) return ['push', 'qrCode'];
  const channels = channelsOf(code);
  const method = methodOf(code);
  return channels.length > 0 ? channels : method === null ? [] : [method];
}
