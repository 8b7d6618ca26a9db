import type { Carrier } from './outbox.ts';

const SETTINGS: Readonly<Record<Carrier, string>> = {
  sms: 'SMS_URL',
  inmail: 'SMTP_URL',
  exmail: 'SMTP_URL',
  push: 'PUSH_URL',
};

/** What the log says of a message that nothing can carry. */
export const noGateway = (carrier: Carrier): string =>
  `Nothing was sent by ${carrier}: ${SETTINGS[carrier]} is not set`;

/** Name and code of an error, for the log. Its message may quote what was to be sent. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause ? `${error.name} ${cause.code}` : error.name;
}
