import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { explainStartError } from '#cli/start/explain.ts';
import { NewerDatabaseError } from '#server/storage/migrations/migrate.ts';
import { openDatabase } from '#server/storage/open.ts';
import { OlderDatabaseError, openExistingFile } from '#server/storage/open-existing.ts';
import { newFolder } from '#tests/support/folder.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const path = () => join(folder, 'munjigi.sqlite');

/** Creates a database file, and changes its record of migrations. */
async function createFile(change: string): Promise<void> {
  const db = await openDatabase(path(), DATA_KEYS);
  await db.prepare(change).run();
  await db.close();
}

test('the data of a running server of this version are opened', async () => {
  const server = await openDatabase(path(), DATA_KEYS);
  const storage = await openExistingFile(path(), DATA_KEYS);
  expect(await storage.prepare('SELECT count(*) AS n FROM accounts').get()).toEqual({ n: 0 });
  await storage.close();
  await server.close();
});

test('the data of an earlier version are not opened, since its server may be running', async () => {
  await createFile("DELETE FROM migrations WHERE name = 'administration'");
  const failure: unknown = await openExistingFile(path(), DATA_KEYS).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OlderDatabaseError);
  expect(explainStartError(failure)).toMatch(/start one of this version first.*\n.*이 버전을 먼저 시작/);
});

test('the data of a later version are refused', async () => {
  await createFile("INSERT INTO migrations (name, ran_at) VALUES ('tomorrow', 0)");
  await expect(openExistingFile(path(), DATA_KEYS)).rejects.toBeInstanceOf(NewerDatabaseError);
});

test('a file that no server has written is refused', async () => {
  await expect(openExistingFile(path(), DATA_KEYS)).rejects.toBeInstanceOf(OlderDatabaseError);
});
