import { GatewayError } from './gateway-error.ts';
import type { Message, Outbox } from './outbox.ts';
import type { SmsGateway } from './sms/gateway.ts';

const TIMEOUT_MS = 10_000;

/**
 * The address of a URL without the credentials, and the headers with the credentials, because `fetch` does not accept
 * credentials in a URL.
 */
function targetOf(url: string): { readonly address: string; readonly headers: Record<string, string> } {
  const target = new URL(url);
  const hasCredentials = target.username !== '' || target.password !== '';
  const credentials = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
  target.username = '';
  target.password = '';
  const headers = { 'Content-Type': 'application/json' };
  return {
    address: target.href,
    headers: hasCredentials
      ? { ...headers, Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
      : headers,
  };
}

/** Creates a function that posts JSON to a gateway. A status other than 2xx is a failure. */
function webhookPoster(url: string) {
  const { address, headers } = targetOf(url);
  return async (body: Readonly<Record<string, string>>, timeoutMs: number): Promise<void> => {
    const response = await fetch(address, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new GatewayError(`HTTP ${response.status}`, 'outage');
  };
}

/** An SMS gateway that accepts `{to, text}`. */
export function smsWebhook(url: string): SmsGateway {
  const post = webhookPoster(url);
  return {
    name: 'webhook',
    async send({ to, text }, timeoutMs) {
      await post({ to, text }, timeoutMs);
      return null;
    },
  };
}

/** A push gateway that accepts `{to, title, text}`; `to` is the UUID of the mobile app. */
export function pushWebhook(url: string): Outbox {
  const post = webhookPoster(url);
  return { deliver: ({ to, subject, text }: Message) => post({ to, title: subject, text }, TIMEOUT_MS) };
}
