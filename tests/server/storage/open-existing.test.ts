import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { explainStart } from '#cli/start/explain.ts';
import { NewerDatabaseError } from '#server/storage/migrations/migrate.ts';
import { openDatabase } from '#server/storage/open.ts';
import { BehindDatabaseError, openExistingFile } from '#server/storage/open-existing.ts';
import { newFolder } from '#tests/support/folder.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const path = () => join(folder, 'munjigi.sqlite');

/** What a server has left, with something changed in its record of the schema. */
async function left(change: string): Promise<void> {
  const db = await openDatabase(path(), DATA_KEYS);
  await db.prepare(change).run();
  await db.close();
}

test('the data of a server of this version are opened beside it', async () => {
  const server = await openDatabase(path(), DATA_KEYS);
  const beside = await openExistingFile(path(), DATA_KEYS);
  expect(await beside.prepare('SELECT count(*) AS n FROM accounts').get()).toEqual({ n: 0 });
  await beside.close();
  await server.close();
});

test('the data of an earlier version are not opened: it may be running', async () => {
  await left("DELETE FROM migrations WHERE name = 'administration'");
  const failure: unknown = await openExistingFile(path(), DATA_KEYS).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BehindDatabaseError);
  expect(explainStart(failure)).toMatch(/start one of this version first.*\n.*이 버전을 먼저 시작/);
});

test('the data of a later version are refused', async () => {
  await left("INSERT INTO migrations (name, ran_at) VALUES ('tomorrow', 0)");
  await expect(openExistingFile(path(), DATA_KEYS)).rejects.toBeInstanceOf(NewerDatabaseError);
});

test('a file that no server has written is refused', async () => {
  await expect(openExistingFile(path(), DATA_KEYS)).rejects.toBeInstanceOf(BehindDatabaseError);
});
