import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#scripts/free-port.ts';
import { startPostgres, type TestPostgres } from '#scripts/postgres/server.ts';
import { resolveConfig } from '#server/config/load.ts';
import { createOidcEngine } from '#server/oidc/index.ts';
import { createSamlEngine } from '#server/saml/index.ts';
import { startServer } from '#server/start.ts';

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

test('servers that start at once on one database share accounts and keys', async () => {
  const databaseUrl = await postgres.createDatabase();
  const publicUrl = 'http://localhost:8080';
  const cheap = { scrypt: { cost: 2, blockSize: 1, parallelization: 1 } };
  const config = resolveConfig(cheap, 'the test', {
    mode: 'demo',
    publicUrl,
    labOrigin: 'http://localhost:8081',
  });
  const ports = [await freePort(), await freePort()];
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
  const told = await Promise.all(
    ports.map(async (port) => {
      const keys = await (await fetch(`http://localhost:${port}/oauth2/jwks`)).text();
      const metadata = await (await fetch(`http://localhost:${port}/saml/metadata`)).text();
      const check = await fetch(`http://localhost:${port}/auth/policy/check`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: publicUrl, 'x-language': 'ko' },
        body: JSON.stringify({ userId: 'kim', clientId: 'demo-oidc' }),
      });
      return { keys, metadata, status: check.status };
    }),
  );
  for (const server of running) await server.close();
  expect(told[0]?.status).toBe(200);
  expect(told[1]).toEqual(told[0]);
});
