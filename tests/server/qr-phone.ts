import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import { bearer, CLIENT_ID } from '#tests/support/server/steps.ts';
import { qrNumber } from '#wire/qr-login.ts';

const CHROME_USER_AGENT =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

export const createQr = (browser: Browser): Promise<CallAnswer> =>
  browser.call('GET', '/mobileapp/qr?ip=203.0.113.7', { headers: { 'User-Agent': CHROME_USER_AGENT } });

export const pollQr = (browser: Browser, qrId: string, clientId = CLIENT_ID): Promise<CallAnswer> =>
  browser.call('GET', `/data/sso/mobileapp/qr/check/${qrId}?clientId=${clientId}&time=1`);

/** The status of a poll, its result, and its error code or the ID of the approver. */
export const outcomeOf = ({ status, json }: CallAnswer): unknown[] => [
  status,
  json['check'] ?? null,
  json['errCode'] ?? json['userId'] ?? null,
];

const keyOf = (userId: 'lim' | 'lee'): string => SEEDED_DEVICES[userId].mobileApp.key;

export const callByPhone = (
  { browser }: TestServer,
  method: string,
  qrId: string,
  { key = keyOf('lim'), body }: { key?: string; body?: unknown } = {},
): Promise<CallAnswer> =>
  browser().call(method, `/device/qr/${qrId}`, {
    headers: bearer(key),
    ...(body !== undefined && { body }),
  });

export const chooseNumber = (
  server: TestServer,
  qrId: string,
  number: string | null,
  userId: 'lim' | 'lee' = 'lim',
) => callByPhone(server, 'POST', qrId, { key: keyOf(userId), body: { number } });

export const approve = (server: TestServer, qrId: string, userId: 'lim' | 'lee' = 'lim') =>
  chooseNumber(server, qrId, qrNumber(qrId), userId);
