import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { resolveConfig } from '#server/config/load.ts';
import { createOidcEngine } from '#server/protocols/oidc/index.ts';
import { startServer } from '#server/start/start.ts';
import { newFolder } from '#tests/support/folder.ts';
import { createTestDatabase } from '#tests/support/server/storage.ts';
import { freePort } from '#tools/free-port.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const CONFIG = { argon2: { memory: 8, passes: 1, parallelism: 1 } };

const folder = newFolder();
writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
writeFileSync(join(folder, 'config.json'), JSON.stringify(CONFIG));
const port = await freePort();
const databaseUrl = await createTestDatabase();
const publicUrl = `http://localhost:${port}`;
const server = await startServer({
  port,
  config: resolveConfig(CONFIG, 'the test', { mode: 'demo', publicUrl, labOrigin: 'http://localhost:1' }),
  dataDir: join(folder, 'data'),
  ...(databaseUrl !== null && { databaseUrl }),
  siteDir: folder,
  engines: [createOidcEngine],
});
afterAll(() => server.close());

/** Runs the command in its own process; returns its exit code and output. */
const admin = (...args: readonly string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      MUNJIGI_CONFIG: join(folder, 'config.json'),
      DATABASE_URL: databaseUrl ?? '',
    };
    const child = execFile(process.execPath, ['cli/admin.ts', ...args], { cwd: ROOT, env }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });

/** The status of the policy check. */
const policyStatus = async (userId: string): Promise<number> => {
  const answer = await fetch(`http://localhost:${port}/auth/policy/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://localhost:${port}`, 'x-language': 'ko' },
    body: JSON.stringify({ userId, clientId: 'demo-oidc' }),
  });
  return answer.status;
};

/** Each command is its own process, which can take seconds on a busy machine. */
test('a command takes effect at a running server with the next request, and is audited', async () => {
  expect(await policyStatus('sejin')).toBe(404);
  const added = await admin('add', 'sejin', '--name-ko', '이세진', '--operator', 'park');
  expect([added.code, added.err]).toEqual([0, '']);
  expect(await policyStatus('sejin')).toBe(200);
  const [disabled, unknownPerson, withoutOperator] = await Promise.all([
    admin('disable', 'sejin', '--operator', 'lee'),
    admin('disable', 'nobody', '--operator', 'lee'),
    admin('disable', 'sejin'),
  ]);
  expect(disabled).toEqual({ code: 0, out: expect.stringContaining('signed out everywhere'), err: '' });
  expect(unknownPerson).toEqual({ code: 1, out: '', err: expect.stringContaining('계정이 없어요') });
  expect(withoutOperator).toEqual({ code: 2, out: '', err: expect.stringContaining('--operator NAME') });
  const auditFolder = join(folder, 'data', 'audit');
  const lines = readdirSync(auditFolder).flatMap((name) =>
    readFileSync(join(auditFolder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
  expect(lines.map(({ action, operator, result }) => [action, operator, result])).toEqual(
    expect.arrayContaining([
      ['add', 'park', 'ok'],
      ['disable', 'lee', 'ok'],
      ['disable', 'lee', 'noAccount'],
    ]),
  );
}, 60_000);
