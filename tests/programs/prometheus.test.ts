import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { resolveConfig } from '#server/config/load.ts';
import { createOidcEngine } from '#server/protocols/oidc/index.ts';
import { createSamlEngine } from '#server/protocols/saml/index.ts';
import { startServer } from '#server/start/start.ts';
import { freePort } from '#tools/free-port.ts';
import { requireProgram } from '#tools/programs/find.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const requirePromtool = () => requireProgram('promtool', ['prometheus']);

test('Prometheus accepts the alert rules', () => {
  execFileSync(
    requirePromtool(),
    ['check', 'rules', '--lint=all', '--lint-fatal', join(ROOT, 'deploy', 'alerts.yml')],
    { stdio: 'pipe' },
  );
});

test('promtool reports no problem in the metrics of a server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-prometheus-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const siteDir = join(folder, 'dist');
  mkdirSync(siteDir);
  writeFileSync(join(siteDir, 'index.html'), '<!doctype html><html lang="ko"><head></head></html>');
  const port = await freePort();
  const context = {
    mode: 'demo',
    publicUrl: `http://localhost:${port}`,
    labOrigin: 'http://localhost:1',
  } as const;
  const server = await startServer({
    port,
    config: resolveConfig({ argon2: { memory: 8, passes: 1, parallelism: 1 } }, 'test', context),
    dataDir: join(folder, 'data'),
    siteDir,
    engines: [createOidcEngine, createSamlEngine],
    ops: { host: '127.0.0.1', port: 0 },
  });
  const answer = await fetch(`http://127.0.0.1:${server.opsPort}/metrics`);
  const metrics = await answer.text();
  await server.close();
  expect(metrics).toMatch(/^munjigi_ready\{part="keys"\} 1$/m);
  expect(metrics).toMatch(/^munjigi_certificate_expiry_timestamp_seconds\{certificate="saml"\} \d/m);
  expect(metrics).toMatch(
    /^munjigi_certificate_expiry_timestamp_seconds\{certificate="service demo-saml"\} \d/m,
  );
  const { status, stdout, stderr } = spawnSync(requirePromtool(), ['check', 'metrics'], {
    input: metrics,
    encoding: 'utf8',
  });
  expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: '' });
});
