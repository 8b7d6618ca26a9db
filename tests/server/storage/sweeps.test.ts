import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resolveConfig } from '#server/config/load.ts';
import { startServer } from '#server/start/start.ts';
import { openDatabase } from '#server/storage/open.ts';
import { sweepRegularly } from '#server/storage/sweep.ts';
import { newFolder, writeEmptyPage } from '#tests/support/folder.ts';
import { CHEAP_HASHING } from '#tests/support/server/server.ts';
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
  writeEmptyPage(folder);
  const file = join(folder, 'munjigi.sqlite');
  const databaseBefore = await openDatabase(file, DATA_KEYS);
  await databaseBefore.prepare(INSERT).run('expired', 1);
  await databaseBefore.prepare(INSERT).run('later', Date.now() + 60 * MINUTE);
  await databaseBefore.close();
  const addresses = { publicUrl: 'http://localhost:8080', labOrigin: 'http://localhost:8081' };
  const config = resolveConfig({ argon2: CHEAP_HASHING }, 'the test', { mode: 'demo', ...addresses });
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
  const databaseAfter = await openDatabase(file, DATA_KEYS);
  expect(await databaseAfter.prepare(SELECT_ALL).all()).toEqual([{ message_id: 'later' }]);
  await databaseAfter.close();
});

test('a failed sweep is logged, and the next one runs', async () => {
  const db = await openInMemory();
  const failures: unknown[] = [];
  let readCount = 0;
  const times = [new Error('no clock'), 10];
  const clock = (): number => {
    const timeOrError = times[readCount++] ?? 10;
    if (timeOrError instanceof Error) throw timeOrError;
    return timeOrError;
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
