import type { Message, Outbox } from './outbox.ts';

const TIMEOUT_MS = 10_000;

/** A gateway did not take a message. */
class GatewayError extends Error {
  override readonly name = 'GatewayError';
  /** Such as `HTTP 503`. */
  readonly code: string;

  constructor(status: number) {
    super(`The gateway answered ${status}`);
    this.code = `HTTP ${status}`;
  }
}

/** The address without its credentials, which become a Basic header: `fetch` takes none in a URL. */
function targetOf(url: string): { readonly address: string; readonly headers: Record<string, string> } {
  const target = new URL(url);
  const credentials = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
  target.username = '';
  target.password = '';
  const headers = { 'Content-Type': 'application/json' };
  return {
    address: target.href,
    headers:
      credentials === ':'
        ? headers
        : { ...headers, Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
  };
}

/** Hands messages to a gateway: POST of JSON, answered with a 2xx status. */
function webhook(url: string, bodyOf: (message: Message) => Readonly<Record<string, string>>): Outbox {
  const { address, headers } = targetOf(url);
  return {
    async deliver(message) {
      const response = await fetch(address, {
        method: 'POST',
        headers,
        body: JSON.stringify(bodyOf(message)),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new GatewayError(response.status);
    },
  };
}

/** An SMS gateway takes `{to, text}`. */
export const smsWebhook = (url: string): Outbox => webhook(url, ({ to, text }) => ({ to, text }));

/** A push gateway takes `{to, title, text}`; `to` is the UUID of the mobile app. */
export const pushWebhook = (url: string): Outbox =>
  webhook(url, ({ to, subject, text }) => ({ to, title: subject, text }));
