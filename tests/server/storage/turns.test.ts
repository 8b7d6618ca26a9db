import { expect, onTestFinished, test } from 'vitest';
import { IN_MEMORY, openDatabase } from '#server/storage/open.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';

test('statements during another transaction run after it, and stay when it fails', async () => {
  const storage = await openDatabase(IN_MEMORY, DATA_KEYS);
  onTestFinished(() => storage.close());
  const insert = storage.prepare('INSERT INTO sessions (challenge_key, seen_at) VALUES ($key, 0)');
  const keys = async () =>
    (await storage.prepare('SELECT challenge_key FROM sessions').all()).map((row) => row['challenge_key']);
  const begun = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const failing = storage.transaction(async () => {
    await insert.run({ $key: 'lost' });
    begun.resolve();
    await asked.promise;
    expect(await keys()).toEqual(['lost']);
    throw new RangeError('too much');
  });
  await begun.promise;
  const seen = keys();
  const written = insert.run({ $key: 'kept' });
  asked.resolve();
  await expect(failing).rejects.toThrow(RangeError);
  expect(await seen).toEqual([]);
  await written;
  expect(await keys()).toEqual(['kept']);
});
