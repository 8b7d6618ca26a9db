import type { Channel } from '#server/storage/repositories/sent-codes.ts';
import { GatewayError } from './gateway-error.ts';
import type { Carrier } from './outbox.ts';

const SETTINGS: Readonly<Record<Carrier, string>> = {
  sms: 'neither sms.gateways nor SMS_URL is set',
  inmail: 'SMTP_URL is not set',
  exmail: 'SMTP_URL is not set',
  push: 'PUSH_URL is not set',
};

/** Log text for a message without a gateway. */
export const noGateway = (carrier: Carrier): string => `Nothing was sent by ${carrier}: ${SETTINGS[carrier]}`;

/** Name and code of an error, for the log, without its message, which may quote the content of a mail or SMS. */
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

/** The answer after a gateway has failed. */
export function sendRefusal(channel: Channel, error: unknown): SendRefusal {
  if (channel !== 'sms') return { errCode: '012_2' };
  const isRefused = error instanceof GatewayError && ['number', 'blocked'].includes(error.failure);
  return { errCode: '012_1', ...(isRefused && { reason: 'numberRefused' }) };
}
