import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#scripts/free-port.ts';
import { startPostgres, type TestPostgres } from '#scripts/postgres/server.ts';
import { resolveConfig } from '#server/config/load.ts';
import { createOidcEngine } from '#server/protocols/oidc/index.ts';
import { createSamlEngine } from '#server/protocols/saml/index.ts';
import { startServer } from '#server/start/start.ts';

let postgres: TestPostgres;
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'munjigi-servers-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.close();
  rmSync(folder, { recursive: true });
});

const PUBLIC_URL = 'http://localhost:8080';

/** Starts so many servers at once on one new database; answers their ports, and how to end them. */
async function startServers(count: number) {
  const databaseUrl = await postgres.createDatabase();
  const cheap = { scrypt: { cost: 2, blockSize: 1, parallelization: 1 } };
  const config = resolveConfig(cheap, 'the test', {
    mode: 'demo',
    publicUrl: PUBLIC_URL,
    labOrigin: 'http://localhost:8081',
  });
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const running = await Promise.all(
    ports.map((port) =>
      startServer({
        port,
        config,
        databaseUrl,
        dataDir: join(folder, 'data'),
        siteDir: folder,
        engines: [createOidcEngine, createSamlEngine],
      }),
    ),
  );
  return {
    ports,
    async close() {
      for (const server of running) await server.close();
    },
  };
}

test('servers that start at once on one database share accounts and keys', async () => {
  const { ports, close } = await startServers(2);
  const told = await Promise.all(
    ports.map(async (port) => {
      const keys = await (await fetch(`http://localhost:${port}/oauth2/jwks`)).text();
      const metadata = await (await fetch(`http://localhost:${port}/saml/metadata`)).text();
      const check = await fetch(`http://localhost:${port}/auth/policy/check`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: PUBLIC_URL, 'x-language': 'ko' },
        body: JSON.stringify({ userId: 'kim', clientId: 'demo-oidc' }),
      });
      return { keys, metadata, status: check.status };
    }),
  );
  await close();
  expect(told[0]?.status).toBe(200);
  expect(told[1]).toEqual(told[0]);
});

test('without its database every part of a server tells people and services to come again', async () => {
  const {
    ports: [port],
    close,
  } = await startServers(1);
  const query = new URLSearchParams({
    client_id: 'demo-oidc',
    response_type: 'code',
    redirect_uri: 'http://localhost:8081/service/callback',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  /** As a browser asks; the portal looks at what `fetch` would set in its own way. */
  const ask = async (path: string, accept: string, language: string) => {
    const cookie = 'munjigi.resume=unknown';
    const asked = get({ port, path, headers: { accept, 'accept-language': language, cookie } });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const { statusCode: status, headers } = answer;
    return { status, retry: headers['retry-after'] ?? null, text: await text(answer) };
  };
  const paths = [
    '/login',
    `/oauth2/authorize?${query}`,
    '/oauth2/authorize/unknown',
    '/saml/continue/unknown',
  ];
  const before = await ask(paths[1] ?? '', 'text/html', 'ko');
  await postgres.stop();
  const pages = await Promise.all(
    paths.flatMap((path) => ['ko', 'en'].map((language) => ask(path, 'text/html', language))),
  );
  const told = await Promise.all(paths.slice(2).map((path) => ask(path, 'application/json', 'en')));
  await postgres.start();
  const after = await ask(paths[1] ?? '', 'text/html', 'ko');
  await close();
  expect([before.status, after.status]).toEqual([303, 303]);
  expect(pages.map(({ status, retry }) => [status, retry])).toEqual(pages.map(() => [503, '5']));
  for (const [index, page] of pages.entries()) {
    expect(page.text).toContain(
      index % 2 === 0 ? '지금은 로그인할 수 없어요' : 'Signing in is not possible right now',
    );
    expect(page.text).toContain(index % 2 === 0 ? '다시 시도' : 'Try again');
  }
  for (const { status, text: body } of told) {
    expect([status, JSON.parse(body)]).toMatchObject([503, { error: 'temporarily_unavailable' }]);
  }
});
