import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AuditEvent } from '#server/operations/audit/event.ts';
import { openAudit } from '#server/operations/audit/open.ts';
import { runWithRequest } from '#server/operations/request.ts';
import { newFolder } from '#tests/support/folder.ts';
import { currentRequest } from '#tests/support/server/current-request.ts';
import { openInMemory } from '#tests/support/server/storage.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOON = Date.parse('2026-11-20T12:00:00Z');
const SIGNED_IN: AuditEvent = { event: 'login.completed', account: 'kim', client: 'wiki', method: 'pw' };

let dataDir: string;
let time: number;
let failures: unknown[];

const storage = await openInMemory();
afterAll(() => storage.close());
beforeEach(() => {
  dataDir = newFolder();
  time = NOON;
  failures = [];
});

function open(settings: { days?: number; folder?: string; to?: 'files' | 'stdout' } = {}) {
  const audit = openAudit(
    { to: 'files', days: 365, ...settings },
    { dataDir, storage, now: () => time, reportFailure: (error) => failures.push(error) },
  );
  // Stops the timers; events can still be written.
  void audit.close();
  return audit;
}

const contentOf = (day: string): string => readFileSync(join(dataDir, 'audit', `audit-${day}.jsonl`), 'utf8');

test('an event is one line, with its request', () => {
  const { audit } = open();
  const request = { id: 'r-12345678', address: '203.0.113.9', browser: 'Chrome · Windows' };
  runWithRequest(currentRequest(request), () => audit(SIGNED_IN));
  audit({
    event: 'administration',
    action: 'disable',
    operator: 'park',
    account: 'kim',
    details: { ended: 2 },
  });
  const lines = contentOf('2026-11-20').replaceAll(/"writer":"[\w-]{8}"|"hash":"[\w-]{43}"/g, '…');
  expect(lines.split('\n')).toEqual([
    '{"time":"2026-11-20T12:00:00.000Z","event":"login.completed","result":"ok","account":"kim","client":"wiki",' +
      '"method":"pw","address":"203.0.113.9","browser":"Chrome · Windows","request":"r-12345678",…,"seq":1,"prev":"",…}',
    '{"time":"2026-11-20T12:00:00.000Z","event":"administration","result":"ok","account":"kim","client":"",' +
      '"method":"","address":"","browser":"","request":"","action":"disable","operator":"park","details":{"ended":2},…,"seq":2,…}',
    '',
  ]);
});

test('two audits write to the same files, and each reads the events of both, newest first', async () => {
  const [one, other] = [open(), open()];
  for (const { audit } of [one, other, one]) {
    time += DAY_MS / 2;
    audit(SIGNED_IN);
  }
  other.audit({ event: 'login.refused', account: 'lee', result: '001' });
  const last = await one.history?.last(2, 'kim');
  expect(last?.map((line) => line.time)).toEqual(['2026-11-22T00:00:00.000Z', '2026-11-21T12:00:00.000Z']);
  expect(await other.history?.last(9, 'kim')).toHaveLength(3);
  expect(statSync(join(dataDir, 'audit')).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'audit', 'audit-2026-11-21.jsonl')).mode & 0o777).toBe(0o600);
});

test('a truncated line does not prevent others from being read', async () => {
  const { audit, history } = open();
  audit(SIGNED_IN);
  appendFileSync(join(dataDir, 'audit', 'audit-2026-11-20.jsonl'), '{"time":"2026-11-20T12:0\n');
  audit({ ...SIGNED_IN, client: 'mail' });
  expect((await history?.last(9, 'kim'))?.map(({ client }) => client)).toEqual(['mail', 'wiki']);
});

test('expired days are deleted at the start, and other files are not', () => {
  const { audit } = open();
  for (const _day of [1, 2, 3, 4]) {
    audit(SIGNED_IN);
    time += DAY_MS;
  }
  appendFileSync(join(dataDir, 'audit', 'notes.txt'), 'kept');
  open({ days: 2 });
  expect(readdirSync(join(dataDir, 'audit')).sort()).toEqual([
    'audit-2026-11-22.jsonl',
    'audit-2026-11-23.jsonl',
    'notes.txt',
  ]);
});

test('events that cannot be written are logged once, and written later', async () => {
  const { audit, flush } = open();
  rmSync(join(dataDir, 'audit'), { recursive: true });
  audit(SIGNED_IN);
  audit({ ...SIGNED_IN, client: 'mail' });
  expect(failures).toHaveLength(1);
  mkdirSync(join(dataDir, 'audit'));
  await flush();
  audit({ ...SIGNED_IN, client: 'board' });
  const lines = contentOf('2026-11-20').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).client)).toEqual(['wiki', 'mail', 'board']);
});

test('the audit is written to standard output when so configured', async () => {
  const lines: string[] = [];
  const write = process.stdout.write;
  process.stdout.write = (text: string | Uint8Array) => lines.push(String(text)) > 0;
  const { audit, history } = open({ to: 'stdout' });
  audit(SIGNED_IN);
  process.stdout.write = write;
  expect([history, lines.map((line) => JSON.parse(line).account)]).toEqual([null, ['kim']]);
});
