import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveConfig } from '#server/config/load.ts';
import { startServer } from '#server/start/start.ts';
import { freePort } from '#tools/free-port.ts';
import { requireProgram } from '#tools/programs/find.ts';
import { HOST, startNginx } from './nginx.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test('the systemd unit has only valid directives, and names an existing program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-unit-'));
  const unit = join(folder, 'munjigi.service');
  const text = readFileSync(join(ROOT, 'deploy', 'munjigi.service'), 'utf8');
  writeFileSync(unit, text.replaceAll('/opt/munjigi', ROOT));
  execFileSync(requireProgram('systemd-analyze', ['systemd']), ['verify', unit], { stdio: 'pipe' });
  rmSync(folder, { recursive: true });
});

/** Starts a portal behind the proxy; adds the name of the portal and the route of each request to `routes`. */
async function startPortal(folder: string, name: string, port: number, routes: string[]) {
  const siteDir = join(folder, 'dist');
  mkdirSync(siteDir, { recursive: true });
  writeFileSync(join(siteDir, 'index.html'), '<!doctype html><html lang="ko"><head></head></html>');
  const argon2 = { memory: 8, passes: 1, parallelism: 1 };
  const file = { argon2, publicUrl: `https://${HOST}`, trustProxy: true };
  const context = { mode: 'demo', publicUrl: '', labOrigin: 'http://localhost:1' } as const;
  const server = await startServer({
    port,
    config: resolveConfig(file, 'test', context),
    dataDir: join(folder, name),
    siteDir,
    engines: [],
    onAnswered: ({ route }) => routes.push(`${name} ${route}`),
  });
  return server;
}

test('nginx as in the guide serves pages over TLS with all security headers, also after one of two portals has stopped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-nginx-'));
  const firstPort = await freePort();
  const secondPort = await freePort();
  const routes: string[] = [];
  const firstPortal = await startPortal(folder, 'first', firstPort, routes);
  const secondPortal = await startPortal(folder, 'second', secondPort, routes);
  const nginx = await startNginx([firstPort, secondPort]);
  const requestPage = (path: string) =>
    new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
      const headers = { Host: HOST, Accept: 'text/html' };
      request({ port: nginx.httpsPort, path, headers, rejectUnauthorized: false, agent: false }, (answer) => {
        answer
          .resume()
          .once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
      })
        .once('error', reject)
        .end();
    });
  for (let count = 0; count < 4; count++) expect((await requestPage('/login')).status).toBe(200);
  expect(new Set(routes)).toEqual(new Set(['first /login', 'second /login']));
  const { headers } = await requestPage('/login');
  const directAnswer = await fetch(`http://127.0.0.1:${firstPort}/login`, {
    headers: { Accept: 'text/html' },
  });
  for (const name of [
    'strict-transport-security',
    'referrer-policy',
    'x-content-type-options',
    'cache-control',
  ]) {
    expect([name, headers[name]]).toEqual([name, directAnswer.headers.get(name)]);
  }
  expect(headers['content-security-policy']).toContain("trusted-types 'none'");
  expect(headers['x-request-id']).toMatch(/^[\da-f]{32}$/);
  await firstPortal.close();
  for (let count = 0; count < 4; count++) expect((await requestPage('/login')).status).toBe(200);

  await nginx.stop();
  await secondPortal.close();
  rmSync(folder, { recursive: true });
});
