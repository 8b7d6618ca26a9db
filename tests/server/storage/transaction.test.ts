import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { IN_MEMORY, openDatabase } from '#server/db/open.ts';
import { TransactionOverError } from '#server/storage/storage.ts';

const open = async () => {
  const db = await openDatabase(IN_MEMORY);
  const insert = db.prepare('INSERT INTO sessions (challenge_key, seen_at) VALUES ($key, $at)');
  const all = db.prepare('SELECT challenge_key FROM sessions ORDER BY session');
  return {
    db,
    add: (key: string) => insert.run({ $key: key, $at: 0 }),
    keys: async () => (await all.all()).map((row) => row['challenge_key']),
  };
};

test('a transaction that fails leaves nothing behind', async () => {
  const { db, add, keys } = await open();
  const work = db.transaction(async () => {
    await add('lost');
    throw new RangeError('too much');
  });
  await expect(work).rejects.toThrow(RangeError);
  expect(await keys()).toEqual([]);
});

test('a transaction inside a transaction belongs to it', async () => {
  const { db, add, keys } = await open();
  const work = db.transaction(async () => {
    await db.transaction(() => add('inner'));
    throw new RangeError('too much');
  });
  await expect(work).rejects.toThrow(RangeError);
  expect(await keys()).toEqual([]);
});

test('nothing comes between the statements of a transaction', async () => {
  const { db, add, keys } = await open();
  const first = db.transaction(async () => {
    await add('first');
    await setImmediate();
    await add('second');
  });
  const third = add('third');
  await Promise.all([first, third]);
  expect(await keys()).toEqual(['first', 'second', 'third']);
});

test('what somebody else writes beside a transaction that fails stays', async () => {
  const { db, add, keys } = await open();
  const failing = db.transaction(async () => {
    await add('lost');
    await setImmediate();
    throw new RangeError('too much');
  });
  const other = add('kept');
  await expect(failing).rejects.toThrow(RangeError);
  await other;
  expect(await keys()).toEqual(['kept']);
});

test('a statement that nobody waited for is an error after its transaction', async () => {
  const { db, add, keys } = await open();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();
  await db.transaction(async () => {
    late = over.then(() => add('late'));
  });
  end();
  await expect(late).rejects.toThrow(TransactionOverError);
  expect(await keys()).toEqual([]);
});

test('values that do not fit the places of a statement are an error', async () => {
  const { db } = await open();
  await expect(db.prepare('SELECT ? AS one, ? AS two').get('one')).rejects.toThrow(TypeError);
  await expect(db.prepare('SELECT $one AS one').get({ $two: 2 })).rejects.toThrow(TypeError);
});

test('rows are plain objects, and equal places hold one value', async () => {
  const { db } = await open();
  const row = await db
    .prepare('SELECT $one AS one, $two AS two, $one AS again')
    .get({ $one: 1, $two: 'zwei' });
  expect(row).toStrictEqual({ one: 1, two: 'zwei', again: 1 });
});
