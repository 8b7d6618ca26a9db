import { createECDH } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Clock, RandomBytes } from '#server/config/deps.ts';
import type { Subscription } from '#server/config/subscription.ts';
import { reasonOf } from '#server/login/sending/failure.ts';
import { encryptFor } from './encrypt.ts';
import { isAllowedEndpoint, publicLookup } from './public-address.ts';
import { authorizationFor, type VapidKey } from './vapid.ts';

/** How long a push service may take, in milliseconds. The person who signs in waits during this time. */
const TIMEOUT_MS = 4_000;

/** The pause after too many messages, when the push service does not say how long to wait. */
const DEFAULT_PAUSE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 3_600;

/**
 * The outcome of sending a message. `unsubscribed`: the subscription has ended (404 or 410, RFC 8030); `paused`: there
 * were too many messages; `refused`: the push service rejected the message; `outage`: the push service failed, did not
 * answer in time, or cannot be reached.
 */
export type Delivery =
  | { readonly result: 'accepted' | 'unsubscribed' }
  | { readonly result: 'paused'; readonly seconds: number }
  | { readonly result: 'refused' | 'outage'; readonly reason: string };

export type SendWebPush = (subscription: Subscription, message: string) => Promise<Delivery>;

type Deps = {
  readonly key: () => Promise<VapidKey>;
  /** The address of the operator as a `mailto:` URI. */
  readonly contact: string;
  /** How long a push service stores a message for a phone that is off. */
  readonly lifetimeSeconds: number;
  /** The origins of push services that may use http and a private address. */
  readonly trustedOrigins: readonly string[];
  readonly now: Clock;
  readonly random: RandomBytes;
  readonly timeoutMs?: number;
};

/** The HTTP statuses of a subscription that has ended. */
const UNSUBSCRIBED_STATUSES: readonly number[] = [404, 410];

/** The seconds in a `Retry-After` header, which contains a number or a date (RFC 9110, section 10.2.3). */
function pauseSeconds(retryAfter: string | undefined, now: number): number {
  const delay = Number(retryAfter ?? Number.NaN);
  const seconds = Number.isNaN(delay) ? (Date.parse(retryAfter ?? '') - now) / 1000 : delay;
  return Number.isNaN(seconds)
    ? DEFAULT_PAUSE_SECONDS
    : Math.min(Math.max(1, Math.ceil(seconds)), MAX_PAUSE_SECONDS);
}

function deliveryOf({ statusCode: status = 0, headers }: IncomingMessage, now: number): Delivery {
  if (status >= 200 && status < 300) return { result: 'accepted' };
  if (UNSUBSCRIBED_STATUSES.includes(status)) return { result: 'unsubscribed' };
  if (status === 429) return { result: 'paused', seconds: pauseSeconds(headers['retry-after'], now) };
  return { result: status >= 500 ? 'outage' : 'refused', reason: `HTTP ${status}` };
}

function post(
  url: URL,
  headers: Readonly<Record<string, string | number>>,
  body: Buffer,
  options: { readonly signal: AbortSignal; readonly isTrusted: boolean },
): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const { signal, isTrusted } = options;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      { method: 'POST', headers, signal, agent: false, ...(!isTrusted && { lookup: publicLookup }) },
      (response) => {
        response.on('error', () => undefined).destroy();
        resolve(response);
      },
    );
    request.on('error', reject).end(body);
  });
}

/**
 * Creates the function that sends messages to the push services of browsers (RFC 8030), encrypted so that only the
 * browser can read them. Redirects are not followed.
 */
export const webPushSender =
  ({
    key,
    contact,
    lifetimeSeconds,
    trustedOrigins,
    now,
    random,
    timeoutMs = TIMEOUT_MS,
  }: Deps): SendWebPush =>
  async ({ endpoint, keys }, message) => {
    if (!isAllowedEndpoint(endpoint, trustedOrigins)) return { result: 'refused', reason: 'address' };
    const sender = createECDH('prime256v1');
    sender.generateKeys();
    const body = encryptFor(keys, message, sender, random(16));
    const url = new URL(endpoint);
    const headers = {
      Authorization: authorizationFor(endpoint, await key(), contact, now()),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      'Content-Length': body.length,
      TTL: lifetimeSeconds,
      Urgency: 'high',
    };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const isTrusted = trustedOrigins.includes(url.origin);
      return deliveryOf(await post(url, headers, body, { signal, isTrusted }), now());
    } catch (error) {
      return { result: 'outage', reason: signal.aborted ? 'no answer in time' : reasonOf(error) };
    }
  };
