import type { Outbox } from './outbox.ts';

const TIMEOUT_MS = 10_000;

/** The SMS gateway did not take a message. */
class SmsGatewayError extends Error {
  override readonly name = 'SmsGatewayError';
  /** Such as `HTTP 503`. */
  readonly code: string;

  constructor(status: number) {
    super(`The SMS gateway answered ${status}`);
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

/** Hands messages to an SMS gateway: POST of JSON `{to, text}`, answered with a 2xx status. */
export function smsWebhook(url: string): Outbox {
  const { address, headers } = targetOf(url);
  return {
    async deliver({ to, text }) {
      const response = await fetch(address, {
        method: 'POST',
        headers,
        body: JSON.stringify({ to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new SmsGatewayError(response.status);
    },
  };
}
