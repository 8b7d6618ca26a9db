import { METHOD_TABLE } from '#wire/methods.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';
import type { ClientConfig } from './domain.ts';
import { METHODS, type Method, type Policy, type UserTokens } from './policy.ts';

/** The type code of each method that a policy may allow. */
export const METHOD_CODES = Object.fromEntries(
  METHODS.map((method) => [method, METHOD_TABLE[method].code]),
) as Readonly<Record<Method, TypeCode>>;

/** A flow that shows the screen of a method. */
export type MethodFlow = (typeof METHOD_TABLE)[Method]['flow'] | 'qr';

/** The flow that shows the screen of a type code; null when no screen shows it. */
export function flowOf(code: TypeCode): MethodFlow | null {
  if (code === TYPE_CODES.qr) return 'qr';
  if (channelsOf(code).length > 0) return 'sent-code';
  const method = methodOf(code);
  return method && METHOD_TABLE[method].flow;
}

/** Channels of a sent code. */
export const CHANNELS = ['sms', 'internalMail', 'privateMail'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The channels of each sent code. A type code with two channels sends the same code through both channels (rule 25). */
const CHANNELS_BY_CODE: ReadonlyMap<TypeCode, readonly Channel[]> = new Map([
  [TYPE_CODES.sms, ['sms']],
  [TYPE_CODES.internalMail, ['internalMail']],
  [TYPE_CODES.privateMail, ['privateMail']],
  [TYPE_CODES.smsAndInternalMail, ['sms', 'internalMail']],
  [TYPE_CODES.smsAndPrivateMail, ['sms', 'privateMail']],
  [TYPE_CODES.internalAndPrivateMail, ['internalMail', 'privateMail']],
] as const);

/** The channels of a sent code; empty for the type code of any other method. */
export const channelsOf = (code: TypeCode): readonly Channel[] => CHANNELS_BY_CODE.get(code) ?? [];

/** The person's tokens with which a method can be used. */
function tokensOf(tokens: UserTokens, method: Method): readonly string[] {
  const fields: readonly (keyof UserTokens)[] = METHOD_TABLE[method].tokens;
  return fields.flatMap((field) => tokens[field] ?? []);
}

/** The contact to which a channel sends; null when the person does not have it. */
const contactOf = (tokens: UserTokens, channel: Channel): string | null =>
  tokensOf(tokens, channel)[0] ?? null;

/** The contacts to which a code is sent, one for each channel. An unknown contact is an empty string. */
export const contactsOf = (tokens: UserTokens | undefined, code: TypeCode): readonly string[] =>
  channelsOf(code).map((channel) => (tokens && contactOf(tokens, channel)) ?? '');

const methodOf = (code: TypeCode): Method | null =>
  METHODS.find((method) => METHOD_TABLE[method].code === code) ?? null;

/** Whether the person has a token with which the method can be used (rule 95). An offline app cannot receive pushes. */
export function hasTokenFor(tokens: UserTokens, method: Method): boolean {
  if (METHOD_TABLE[method].tokens.length === 0) return true;
  return tokensOf(tokens, method).some((token) => method !== 'push' || token !== 'offline');
}

/**
 * Whether the screen of a type code may open for this person: the policy allows the method, and the person has a token for
 * it (spec section 4). The password has additional rules (rules 53, 54).
 */
export function isUsable(policy: Policy, client: ClientConfig | null, code: TypeCode): boolean {
  const channels = channelsOf(code);
  if (channels.length > 0) {
    return channels.every((channel) => policy.allowed[channel] && hasTokenFor(policy.userTokens, channel));
  }
  if (code === TYPE_CODES.qr) return client?.qrCode === true;
  const method = methodOf(code);
  return method !== null && policy.allowed[method] && hasTokenFor(policy.userTokens, method);
}

/** The details of a person's token that are shown: device, serial number or public ID. */
export function tokenInfo(tokens: UserTokens, code: TypeCode): string {
  const method = methodOf(code);
  return method ? tokensOf(tokens, method).filter(Boolean).join(', ') : '';
}
