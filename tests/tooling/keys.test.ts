import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEYS_USAGE, runKeys } from '#scripts/keys/run.ts';
import { resolveConfig } from '#server/config/load.ts';
import type { AuditEvent } from '#server/operations/audit/event.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 60 * 60_000;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'munjigi-keys-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

async function desk() {
  const storage = await openTestStorage();
  const config = resolveConfig({}, 'test', {
    mode: 'demo',
    publicUrl: 'http://localhost:8080',
    labOrigin: 'http://l',
  });
  const events: AuditEvent[] = [];
  const clock = { now: NOON };
  const run = async (...args: string[]): Promise<string[]> => {
    const lines: string[] = [];
    const audit = (event: AuditEvent) => events.push(event);
    await runKeys(args, {
      config,
      storage,
      dataDir,
      audit,
      now: () => clock.now,
      print: (line) => lines.push(line),
    });
    return lines.map((line) => line.split(/ {2,}/).slice(0, 2).join(': '));
  };
  return { run, events, clock, close: () => storage.close() };
}

test('a new key is published at once, signs after a day, and then makes room for the next', async () => {
  const { run, events, clock, close } = await desk();
  expect(await run('list')).toEqual(['oidc: signs', 'saml: signs']);
  const rotate = ['rotate', 'oidc', '--operator', 'park'];
  expect(await run(...rotate)).toEqual([
    'oidc: signs',
    'oidc: signs from 2026-11-21T12:00:00.000Z',
    'saml: signs',
  ]);
  await expect(run(...rotate)).rejects.toThrow(
    'signs from 2026-11-21T12:00:00.000Z: rotate again after that',
  );
  clock.now += 24 * HOUR;
  expect(await run('list')).toEqual(['oidc: has signed before', 'oidc: signs', 'saml: signs']);
  expect(await run('rotate', 'saml', '--operator', 'park', '--signs-in', '2')).toEqual([
    'oidc: has signed before',
    'oidc: signs',
    'saml: signs',
    'saml: signs from 2026-11-21T14:00:00.000Z',
  ]);
  expect(events).toEqual([
    {
      event: 'administration',
      action: 'rotate-keys',
      operator: 'park',
      details: { kind: 'oidc', signsFrom: '2026-11-21T12:00:00.000Z' },
    },
    {
      event: 'administration',
      action: 'rotate-keys',
      operator: 'park',
      details: { kind: 'saml', signsFrom: '2026-11-21T14:00:00.000Z' },
    },
  ]);
  await close();
});

test.for([
  [],
  ['rotate'],
  ['rotate', 'oidc'],
  ['rotate', 'tls', '--operator', 'park'],
  ['rotate', 'oidc', '--operator', 'park', '--signs-in', 'soon'],
  ['list', '--wrong'],
])('%j is told how it is used', async (args) => {
  const { run, close } = await desk();
  await expect(run(...args)).rejects.toThrow(KEYS_USAGE);
  await close();
});
