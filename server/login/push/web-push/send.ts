import { createECDH } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Clock, RandomBytes } from '#server/config/deps.ts';
import type { Subscription } from '#server/config/subscription.ts';
import { reasonOf } from '#server/login/sending/failure.ts';
import { encryptedFor } from './encrypt.ts';
import { isAllowedEndpoint, publicLookup } from './public-address.ts';
import { authorizationFor, type VapidKey } from './vapid.ts';

/** How long a push service may take, in milliseconds: the person who signs in waits meanwhile. */
const TIMEOUT_MS = 4_000;

/** Seconds of a pause when the service names none, and the maximum. */
const PAUSE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 3_600;

/**
 * The answer of a push service. `unsubscribed`: the subscription has ended (404 or 410, RFC 8030); `paused`: too many
 * messages; `refused`: the message was rejected; `outage`: it failed, did not answer in time, or cannot be reached.
 */
export type Delivery =
  | { readonly result: 'accepted' | 'unsubscribed' }
  | { readonly result: 'paused'; readonly seconds: number }
  | { readonly result: 'refused' | 'outage'; readonly reason: string };

export type SendWebPush = (subscription: Subscription, message: string) => Promise<Delivery>;

type Deps = {
  readonly key: () => Promise<VapidKey>;
  /** As a `mailto:` URI. */
  readonly contact: string;
  /** Seconds for which a service keeps a message for a phone that is off. */
  readonly lifetime: number;
  /** Origins that need neither https nor a public address. */
  readonly trusted: readonly string[];
  readonly now: Clock;
  readonly random: RandomBytes;
  readonly timeoutMs?: number;
};

const UNSUBSCRIBED: readonly number[] = [404, 410];

/** Seconds of a `Retry-After`, which is a number or a date (RFC 9110, section 10.2.3). */
function pauseOf(retryAfter: string | undefined, now: number): number {
  const delay = Number(retryAfter ?? Number.NaN);
  const seconds = Number.isNaN(delay) ? (Date.parse(retryAfter ?? '') - now) / 1000 : delay;
  return Number.isNaN(seconds) ? PAUSE_SECONDS : Math.min(Math.max(1, Math.ceil(seconds)), MAX_PAUSE_SECONDS);
}

function deliveryOf({ statusCode: status = 0, headers }: IncomingMessage, now: number): Delivery {
  if (status >= 200 && status < 300) return { result: 'accepted' };
  if (UNSUBSCRIBED.includes(status)) return { result: 'unsubscribed' };
  if (status === 429) return { result: 'paused', seconds: pauseOf(headers['retry-after'], now) };
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
        // The body is not needed.
        response.on('error', () => undefined).destroy();
        resolve(response);
      },
    );
    request.on('error', reject).end(body);
  });
}

/**
 * Sends messages to the push services of browsers (RFC 8030), encrypted for the browser alone. Redirects are not
 * followed.
 */
export const webPushSender =
  ({ key, contact, lifetime, trusted, now, random, timeoutMs = TIMEOUT_MS }: Deps): SendWebPush =>
  async ({ endpoint, keys }, message) => {
    if (!isAllowedEndpoint(endpoint, trusted)) return { result: 'refused', reason: 'address' };
    const sender = createECDH('prime256v1');
    sender.generateKeys();
    const body = encryptedFor(keys, message, sender, random(16));
    const url = new URL(endpoint);
    const headers = {
      Authorization: authorizationFor(endpoint, await key(), contact, now()),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      'Content-Length': body.length,
      TTL: lifetime,
      Urgency: 'high',
    };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const isTrusted = trusted.includes(url.origin);
      return deliveryOf(await post(url, headers, body, { signal, isTrusted }), now());
    } catch (error) {
      return { result: 'outage', reason: signal.aborted ? 'no answer in time' : reasonOf(error) };
    }
  };
