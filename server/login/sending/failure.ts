import type { Channel } from '#server/storage/repositories/sent-codes.ts';
import { GatewayError } from './gateway-error.ts';
import type { Carrier } from './outbox.ts';

/** Why a message cannot be sent without a gateway. */
const MISSING_SETTINGS: Readonly<Record<Carrier, string>> = {
  sms: 'neither sms.gateways nor SMS_URL is set',
  inmail: 'SMTP_URL is not set',
  exmail: 'SMTP_URL is not set',
  push: 'PUSH_URL is not set',
};

/** The text for the log when there is no gateway for a message. */
export const noGatewayMessage = (carrier: Carrier): string =>
  `Nothing was sent by ${carrier}: ${MISSING_SETTINGS[carrier]}`;

/** The name and the code of an error for the log. The message of the error is left out: it may quote a mail or SMS. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause ? `${error.name} ${cause.code}` : error.name;
}

/** The answer of a call whose message was not sent (spec section 8, 012 family). */
export type SendRefusal = {
  readonly errCode: '012' | '012_1' | '012_2';
  readonly reason?: 'numberRefused';
};

/** The answer of a call when a gateway has failed. */
export function sendRefusal(channel: Channel, error: unknown): SendRefusal {
  if (channel !== 'sms') return { errCode: '012_2' };
  const isNumberRefused = error instanceof GatewayError && ['number', 'blocked'].includes(error.failure);
  return { errCode: '012_1', ...(isNumberRefused && { reason: 'numberRefused' }) };
}
