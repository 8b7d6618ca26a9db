import { expect, onTestFinished, test } from 'vitest';
import { IN_MEMORY, openDatabase } from '#server/storage/open.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';

test('statements during a transaction run after it, and are not undone when it fails', async () => {
  const storage = await openDatabase(IN_MEMORY, DATA_KEYS);
  onTestFinished(() => storage.close());
  const insert = storage.prepare('INSERT INTO sessions (challenge_key, seen_at) VALUES ($key, 0)');
  const keys = async () =>
    (await storage.prepare('SELECT challenge_key FROM sessions').all()).map((row) => row['challenge_key']);
  const inserted = Promise.withResolvers<void>();
  const othersRequested = Promise.withResolvers<void>();
  const failing = storage.transaction(async () => {
    await insert.run({ $key: 'undone' });
    inserted.resolve();
    await othersRequested.promise;
    expect(await keys()).toEqual(['undone']);
    throw new RangeError('too much');
  });
  await inserted.promise;
  const readKeys = keys();
  const write = insert.run({ $key: 'other' });
  othersRequested.resolve();
  await expect(failing).rejects.toThrow(RangeError);
  expect(await readKeys).toEqual([]);
  await write;
  expect(await keys()).toEqual(['other']);
});
