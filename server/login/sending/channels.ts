import type { MethodKey } from '#server/config/policy.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';
import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';

type Described = {
  /** Its flag in authMethod. */
  readonly method: Extract<MethodKey, 'sms' | 'internalMail' | 'privateMail'>;
  readonly contact: 'phoneNumber' | 'internalMail' | 'privateMail';
};

const DESCRIBED: Readonly<Record<Channel, Described>> = {
  sms: { method: 'sms', contact: 'phoneNumber' },
  inmail: { method: 'internalMail', contact: 'internalMail' },
  exmail: { method: 'privateMail', contact: 'privateMail' },
};

export const CHANNELS = Object.keys(DESCRIBED) as Channel[];

export const methodOf = (channel: Channel): Described['method'] => DESCRIBED[channel].method;

/** Where a channel reaches the person; null when that contact is missing. */
export const contactOf = (account: Account, channel: Channel): string | null =>
  account[DESCRIBED[channel].contact];

/** Where each sent code goes (spec section 2, table "Type codes"; decision 25). */
export const CHANNELS_OF = [
  [TOKEN_CODES.sms, ['sms']],
  [TOKEN_CODES.internalMail, ['inmail']],
  [TOKEN_CODES.privateMail, ['exmail']],
  [TOKEN_CODES.smsAndInternalMail, ['sms', 'inmail']],
  [TOKEN_CODES.smsAndPrivateMail, ['sms', 'exmail']],
  [TOKEN_CODES.internalAndPrivateMail, ['inmail', 'exmail']],
] as const satisfies readonly (readonly [TokenCode, readonly Channel[]])[];

/** Codes of the 006 family by the channels whose contact is missing. */
const MISSING = new Map([
  ['sms', '006'],
  ['inmail', '006_1'],
  ['exmail', '006_2'],
  ['sms inmail', '006_3'],
  ['sms exmail', '006_4'],
  ['inmail exmail', '006_5'],
] as const);

/** Why these channels do not all reach the person; null when they do. */
export function missingContact(account: Account, channels: readonly Channel[]) {
  const missing = channels.filter((channel) => contactOf(account, channel) === null);
  return [...MISSING].find(([names]) => names === missing.join(' '))?.[1] ?? null;
}
