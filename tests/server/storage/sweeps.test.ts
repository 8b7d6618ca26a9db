import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resolveConfig } from '#server/config/load.ts';
import { startServer } from '#server/start/start.ts';
import { openDatabase } from '#server/storage/open.ts';
import { sweepRegularly } from '#server/storage/sweep.ts';
import { newFolder } from '#tests/support/folder.ts';
import { DATA_KEYS, openInMemory } from '#tests/support/server/storage.ts';
import { freePort } from '#tools/free-port.ts';

const MINUTE = 60_000;
const INSERT = "INSERT INTO saml_received_messages (entity_id, message_id, expires_at) VALUES ('sp', ?, ?)";
const SELECT_ALL = 'SELECT message_id FROM saml_received_messages ORDER BY message_id';
const LIFETIME = {
  table: 'saml_received_messages',
  key: ['entity_id', 'message_id'],
  startColumn: 'expires_at',
  lifetimeMs: 5,
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a running server removes expired rows once a minute until it stops', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  const file = join(folder, 'munjigi.sqlite');
  const before = await openDatabase(file, DATA_KEYS);
  await before.prepare(INSERT).run('expired', 1);
  await before.prepare(INSERT).run('later', Date.now() + 60 * MINUTE);
  await before.close();
  const argon2 = { memory: 8, passes: 1, parallelism: 1 };
  const addresses = { publicUrl: 'http://localhost:8080', labOrigin: 'http://localhost:8081' };
  const config = resolveConfig({ argon2 }, 'the test', { mode: 'demo', ...addresses });
  const server = await startServer({
    port: await freePort(),
    config,
    dataDir: folder,
    dataKeys: DATA_KEYS,
    siteDir: folder,
    engines: [],
  });
  vi.advanceTimersByTime(MINUTE);
  await server.close();
  expect(vi.getTimerCount()).toBe(0);
  const after = await openDatabase(file, DATA_KEYS);
  expect(await after.prepare(SELECT_ALL).all()).toEqual([{ message_id: 'later' }]);
  await after.close();
});

test('a failed sweep is logged, and the next one runs', async () => {
  const db = await openInMemory();
  const failures: unknown[] = [];
  let readCount = 0;
  const times = [new Error('no clock'), 10];
  const clock = (): number => {
    const next = times[readCount++] ?? 10;
    if (next instanceof Error) throw next;
    return next;
  };
  await db.prepare(INSERT).run('expired', 5);
  await db.prepare(INSERT).run('valid', 6);
  const stop = sweepRegularly(db, [LIFETIME], clock, (error) => failures.push(error));
  vi.advanceTimersByTime(2 * MINUTE);
  await stop();
  expect(failures).toEqual([times[0]]);
  expect(await db.prepare(SELECT_ALL).all()).toEqual([{ message_id: 'valid' }]);
  await db.close();
});
