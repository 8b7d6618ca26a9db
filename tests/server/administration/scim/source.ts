import { tokenHash } from '#server/http/bearer-token.ts';
import type { CallAnswer } from '#tests/support/server/browser.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';

export const TOKEN = 'a-token-that-an-identity-source-holds-0123456';

export const SCIM = { tokens: [{ name: 'entra', hash: tokenHash(TOKEN) }] };

/** An identity source that calls a server. */
export function sourceOf(server: TestServer, token: string | null = TOKEN) {
  const client = server.browser();
  const call = (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<CallAnswer> =>
    client.request(method, `/scim/v2${path}`, {
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: {
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/scim+json; charset=utf-8' }),
        ...headers,
      },
    });
  const idOf = async (userName: string): Promise<string> => {
    const { json } = await call('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`);
    return String((json['Resources'] as readonly { readonly id: string }[])[0]?.id);
  };
  return { call, idOf };
}

export async function serverWithSource(file: Readonly<Record<string, unknown>> = {}) {
  const server = await testServer({ scim: SCIM, ...file });
  return { server, source: sourceOf(server) };
}

/** The names of deviations in the audit. */
export const deviationsIn = ({ audited }: TestServer): readonly string[] =>
  audited.flatMap(({ action, details }) =>
    action === 'scim-deviation' && typeof details === 'object' ? String(details['names']).split(' ') : [],
  );
