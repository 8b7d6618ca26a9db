import type { MethodKey } from '#server/config/policy.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';

type ChannelDescription = {
  /** The name of the channel in `authMethod` of a policy. */
  readonly method: Extract<MethodKey, 'sms' | 'internalMail' | 'privateMail'>;
  /** The field of the account with the person's contact. */
  readonly contact: 'phoneNumber' | 'internalMail' | 'privateMail';
};

const CHANNEL_TABLE: Readonly<Record<Channel, ChannelDescription>> = {
  sms: { method: 'sms', contact: 'phoneNumber' },
  inmail: { method: 'internalMail', contact: 'internalMail' },
  exmail: { method: 'privateMail', contact: 'privateMail' },
};

/** All channels of sent codes. */
export const CHANNELS = Object.keys(CHANNEL_TABLE) as Channel[];

/** The name of a channel in authMethod. */
export const methodOfChannel = (channel: Channel): ChannelDescription['method'] =>
  CHANNEL_TABLE[channel].method;

/** The person's contact for a channel; null when it is missing. */
export const contactOf = (account: Account, channel: Channel): string | null =>
  account[CHANNEL_TABLE[channel].contact];

/** The channels of each type code of sent codes (spec section 2, table "Type codes"; rule 25). */
export const CHANNELS_BY_TYPE_CODE = [
  [TYPE_CODES.sms, ['sms']],
  [TYPE_CODES.internalMail, ['inmail']],
  [TYPE_CODES.privateMail, ['exmail']],
  [TYPE_CODES.smsAndInternalMail, ['sms', 'inmail']],
  [TYPE_CODES.smsAndPrivateMail, ['sms', 'exmail']],
  [TYPE_CODES.internalAndPrivateMail, ['inmail', 'exmail']],
] as const satisfies readonly (readonly [TypeCode, readonly Channel[]])[];

/** The error codes of the 006 family, by the channels whose contacts are missing. */
const MISSING_CONTACT_ERRORS = new Map([
  ['sms', '006'],
  ['inmail', '006_1'],
  ['exmail', '006_2'],
  ['sms inmail', '006_3'],
  ['sms exmail', '006_4'],
  ['inmail exmail', '006_5'],
] as const);

/** The error code when the person has no contact for one of the channels; null when no contact is missing. */
export function missingContactError(account: Account, channels: readonly Channel[]) {
  const missingChannels = channels.filter((channel) => contactOf(account, channel) === null);
  return [...MISSING_CONTACT_ERRORS].find(([names]) => names === missingChannels.join(' '))?.[1] ?? null;
}
