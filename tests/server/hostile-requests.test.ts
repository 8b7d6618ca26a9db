import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { tokenHash } from '#server/http/bearer-token.ts';
import { bindPort } from '#server/start/bound-port.ts';
import { startPortalAndLab } from './oidc/portal-and-lab.ts';

const TOKEN = 'a-token-of-a-source';

const server = await startPortalAndLab({ scim: { tokens: [{ name: 'source', hash: tokenHash(TOKEN) }] } });
afterAll(() => server.close());

/** The arguments of each call of `console.error`. */
const errors: unknown[] = [];
beforeEach(() => {
  errors.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...parts) => errors.push(parts));
});

/** Sends a request, closes its half of the connection, and returns the bytes that the server answers. */
async function send(port: number, lines: readonly string[], body = ''): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  return text(socket);
}

const portOf = (url: string): number => Number(new URL(url).port);

/** The request line of an OpenID request by the demo service, which is answered with a page. */
function authorizeLine(): string {
  const query = new URLSearchParams({
    client_id: 'demo-oidc',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${server.lab}/service/callback`,
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  });
  return `GET /oauth2/authorize?${query} HTTP/1.1`;
}

const DOCUMENT_HEADERS = ['Sec-Fetch-Dest: document', 'Accept: text/html', 'Connection: close'];

test.for([
  ['a user name before the host', ['Host: localhost:PORT@evil.example']],
  ['a path after the host', ['Host: localhost/evil']],
  ['an invalid port', ['Host: localhost:999999']],
  ['two Host headers', ['Host: localhost:PORT', 'Host: evil.example']],
] as const)('a request with %s is refused', async ([, hosts]) => {
  const port = portOf(server.portal);
  for (const line of [authorizeLine(), 'GET /login HTTP/1.1', 'GET /saml/metadata HTTP/1.1']) {
    const hostHeaders = hosts.map((host) => host.replace('PORT', String(port)));
    expect(await send(port, [line, ...hostHeaders, ...DOCUMENT_HEADERS])).toMatch(/^HTTP\/1\.1 400 /);
  }
  expect(errors).toEqual([]);
});

test('an OpenID request with the host of the portal is answered with a page', async () => {
  const port = portOf(server.portal);
  expect(await send(port, [authorizeLine(), `Host: localhost:${port}`, ...DOCUMENT_HEADERS])).toMatch(
    /^HTTP\/1\.1 200 /,
  );
});

test('any valid host is accepted, with and without a port', async () => {
  const port = portOf(server.portal);
  for (const host of [`localhost:${port}`, 'login.example.com', '[::1]:8080', '127.0.0.1']) {
    expect(await send(port, ['GET /saml/metadata HTTP/1.1', `Host: ${host}`, ...DOCUMENT_HEADERS])).toMatch(
      /^HTTP\/1\.1 200 /,
    );
  }
});

test.for([
  ['/authenticate', 'application/json'],
  ['/auth/policy/check', 'application/json'],
  ['/oauth2/token', 'application/x-www-form-urlencoded'],
  ['/oauth2/authorize', 'application/x-www-form-urlencoded'],
  ['/saml/sso', 'application/x-www-form-urlencoded'],
  ['/scim/v2/Users', 'application/scim+json'],
  ['/logout', 'application/x-www-form-urlencoded'],
] as const)(
  'a client that disconnects from %s in the middle of a body causes no server error',
  async ([path, type]) => {
    const port = portOf(server.portal);
    for (const size of ['Content-Length: 100', 'Transfer-Encoding: chunked']) {
      const head = [
        `POST ${path} HTTP/1.1`,
        `Host: localhost:${port}`,
        `Content-Type: ${type}`,
        'X-Language: en',
      ];
      await send(port, [...head, size], size.startsWith('T') ? '5\r\n{"use' : '{"use');
      await (await fetch(`${server.portal}/saml/metadata`)).text();
    }
    expect(errors).toEqual([]);
  },
);

test.for([
  ['headers', 'GET / HTTP/1.1\r\nHost: localhost\r\n'],
  ['a body', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nslow'],
] as const)('a client that sends %s too slowly is disconnected', async ([, bytes]) => {
  const listener = await bindPort(0, '127.0.0.1', { headersMs: 40, requestMs: 60, checkMs: 10 });
  listener.serve((req, res) => {
    req.resume().once('end', () => res.end());
  });
  const socket = connect({ port: listener.port, host: '127.0.0.1' });
  socket.write(bytes);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  await listener.close(0);
});
