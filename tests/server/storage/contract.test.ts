import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { LIFETIMES, PERMANENT_TABLES } from '#server/storage/lifetimes.ts';
import { IN_MEMORY, openDatabase } from '#server/storage/open.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
import { OwnerGoneError } from '#server/storage/owner-gone.ts';
import { insertInto } from '#server/storage/sql.ts';
import { OutsideTransactionError, type Storage, TransactionEndedError } from '#server/storage/storage.ts';
import { sweep } from '#server/storage/sweep.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { testServer } from '#tests/support/server/server.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';
import { startPostgres } from '#tools/postgres/server.ts';
import { checkOwnership } from './owned/check.ts';
import { TIMES_CONFIG } from './owned/entries.ts';
import { OTHER_TABLES, OWNED_ENTRIES } from './owned/owned.ts';
import { pendingAfterEachStep } from './pending-requests.ts';

const postgres = await startPostgres();
afterAll(() => postgres.close());

const ENGINES: Readonly<Record<Storage['engine'], () => Promise<Storage>>> = {
  sqlite: () => openDatabase(IN_MEMORY, DATA_KEYS),
  postgres: async () => openPostgresDatabase(await postgres.createDatabase(), DATA_KEYS),
};

/** Columns that contain an owner, or a time from which an expiry is known. */
const OWNER_OR_EXPIRY = [
  'user_id',
  'login_user',
  'session',
  'client_id',
  'subject',
  'expires_at',
  'passed_at',
  'claimed_at',
];

async function hasOwnerOrExpiry(db: Storage, table: string): Promise<boolean> {
  const columns =
    db.engine === 'sqlite'
      ? 'SELECT name FROM pragma_table_info(?)'
      : 'SELECT column_name AS name FROM information_schema.columns WHERE table_name = ?';
  return (await db.prepare(columns).all(table)).some(({ name }) => OWNER_OR_EXPIRY.includes(String(name)));
}

describe.each(Object.entries(ENGINES))('%s', async (_name, openStorage) => {
  const db = await openStorage();
  afterAll(() => db.close());

  /** Empties the table of sessions; returns functions that add a row and read the keys of all rows. */
  const emptySessions = async () => {
    await db.prepare('DELETE FROM sessions').run();
    const insert = db.prepare('INSERT INTO sessions (challenge_key, seen_at) VALUES ($key, $at)');
    const selectKeys = db.prepare('SELECT challenge_key FROM sessions ORDER BY session');
    return {
      add: (key: string) => insert.run({ $key: key, $at: 0 }),
      keys: async () => (await selectKeys.all()).map((row) => row['challenge_key']),
    };
  };

  test('a transaction that fails leaves nothing behind', async () => {
    const { add, keys } = await emptySessions();
    const work = db.transaction(async () => {
      await add('undone');
      throw new RangeError('too much');
    });
    await expect(work).rejects.toThrow(RangeError);
    expect(await keys()).toEqual([]);
  });

  test('a nested transaction belongs to the outer one', async () => {
    const { add, keys } = await emptySessions();
    const work = db.transaction(async () => {
      await db.transaction(() => add('inner'));
      throw new RangeError('too much');
    });
    await expect(work).rejects.toThrow(RangeError);
    expect(await keys()).toEqual([]);
  });

  test('no other statement sees a transaction before its end', async () => {
    const { add, keys } = await emptySessions();
    const { promise: haveRead, resolve: recordRead } = Promise.withResolvers<void>();
    const transaction = db.transaction(async () => {
      await add('first');
      await setImmediate();
      await add('second');
    });
    const readDuring = keys().finally(recordRead);
    await haveRead;
    await transaction;
    expect([[], ['first', 'second']]).toContainEqual(await readDuring);
    expect(await keys()).toEqual(['first', 'second']);
  });

  test('transactions that read before they write run one after the other', async () => {
    const { add, keys } = await emptySessions();
    const addOnce = () =>
      db.transaction(async () => {
        if ((await keys()).length > 0) return false;
        await setImmediate();
        await add('once');
        return true;
      });
    const results = await Promise.all(Array.from({ length: 5 }, addOnce));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await keys()).toEqual(['once']);
  });

  test('other writes during a failed transaction are not undone', async () => {
    const { add, keys } = await emptySessions();
    const failing = db.transaction(async () => {
      await add('undone');
      await setImmediate();
      throw new RangeError('too much');
    });
    const otherWrite = add('other');
    await expect(failing).rejects.toThrow(RangeError);
    await otherWrite;
    expect(await keys()).toEqual(['other']);
  });

  test('a statement that was not awaited is an error after its transaction', async () => {
    const { add, keys } = await emptySessions();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    let late: Promise<unknown> = Promise.resolve();
    await db.transaction(async () => {
      late = ended.then(() => add('late'));
    });
    end();
    await expect(late).rejects.toThrow(TransactionEndedError);
    expect(await keys()).toEqual([]);
  });

  test('exclusive work inside a transaction is an error', async () => {
    const work = async () => undefined;
    await expect(db.transaction(() => db.runExclusively(work))).rejects.toThrow(OutsideTransactionError);
    await expect(db.transaction(() => db.tryExclusively(work, undefined))).rejects.toThrow(
      OutsideTransactionError,
    );
  });

  test('values that do not match the placeholders of a statement are an error', async () => {
    await expect(
      db.prepare('SELECT CAST(? AS TEXT) AS one, CAST(? AS TEXT) AS two').get('one'),
    ).rejects.toThrow(TypeError);
    await expect(db.prepare('SELECT CAST($one AS TEXT) AS one').get({ $two: 2 })).rejects.toThrow(TypeError);
  });

  test('a row without its owner is refused', async () => {
    const insert = db.prepare('INSERT INTO attempts (user_id, token_code, failures) VALUES (?, ?, ?)');
    await expect(insert.run('nobody', '-1', 1)).rejects.toThrow(OwnerGoneError);
  });

  test('rows are plain objects, and equal placeholders have the same value', async () => {
    const row = await db
      .prepare('SELECT CAST($one AS BIGINT) AS one, CAST($two AS TEXT) AS two, $one AS again')
      .get({ $one: 1, $two: 'zwei' });
    expect(row).toStrictEqual({ one: 1, two: 'zwei', again: 1 });
  });

  test('numbers, texts, bytes and null are read as written', async () => {
    const person = ['kim', '이름 ☃', "O'Neil; --", 'user', 'LOCAL', 'active'];
    await db
      .prepare(
        'INSERT INTO accounts (user_id, name_ko, name_en, role, user_type, status) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(...person);
    const publicKey = Uint8Array.from({ length: 256 }, (_, index) => index);
    const counter = Number.MAX_SAFE_INTEGER;
    await db
      .prepare(
        `INSERT INTO passkeys (credential_id, user_id, name, public_key, counter, transports, registered_at)
       VALUES ($id, $user, $name, $key, $counter, '', -1)`,
      )
      .run({ $id: 'id', $user: 'kim', $name: '', $key: publicKey, $counter: counter });
    const row = await db
      .prepare(
        `SELECT credential_id, name, public_key, counter, registered_at, phone_number, name_ko, name_en,
         (SELECT count(*) FROM passkeys) AS n FROM passkeys JOIN accounts ON accounts.user_id = passkeys.user_id`,
      )
      .get();
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    expect({ ...row, public_key: [...((row?.['public_key'] ?? []) as Uint8Array)] }).toStrictEqual({
      credential_id: 'id',
      name: '',
      public_key: [...publicKey],
      counter,
      registered_at: -1,
      phone_number: null,
      name_ko: person[1],
      name_en: person[2],
      n: 1,
    });
  });

  test('when too many requests are pending, those of the same browser are removed first, then the oldest without progress', async () => {
    expect(await pendingAfterEachStep(db)).toEqual([
      'proved checked other again',
      'proved checked again next',
      'proved again next late',
      'proved flood1 flood2 flood3',
      'proved flood2 flood3 new',
    ]);
  });

  test('the number of written rows is returned', async () => {
    const { add } = await emptySessions();
    expect(await add('one')).toEqual({ changes: 1 });
    await add('two');
    expect(await db.prepare('UPDATE sessions SET seen_at = 1').run()).toEqual({ changes: 2 });
    expect(await db.prepare('DELETE FROM sessions WHERE seen_at = 0').run()).toEqual({ changes: 0 });
  });

  test('every table has a lifetime or is permanent', async () => {
    const tables =
      db.engine === 'sqlite'
        ? "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        : "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'";
    const names = (await db.prepare(tables).all()).map((row) => String(row['name']));
    const listedTables = [...LIFETIMES.map(({ table }) => table), ...PERMANENT_TABLES];
    expect(names.toSorted()).toEqual(listedTables.toSorted());
  });

  test('a sweep removes all expired rows, also more than one batch, and no others', async () => {
    await db.prepare('DELETE FROM saml_received_messages').run();
    const insert = db.prepare(
      insertInto('saml_received_messages', ['entity_id', 'message_id', 'expires_at']),
    );
    await db.transaction(async () => {
      for (let row = 0; row < 1203; row += 1) await insert.run('sp', String(row), row < 1200 ? 99 : 101);
    });
    expect(await sweep(db, LIFETIMES, 100)).toBeGreaterThanOrEqual(1200);
    expect(await db.prepare('SELECT count(*) AS n FROM saml_received_messages').get()).toEqual({ n: 3 });
  });

  describe('an entry is found only by its owner, and only until it expires:', async () => {
    const owned = await openStorage();
    const server = await testServer(TIMES_CONFIG, fakeEngine(), {}, owned);
    afterAll(() => owned.close());

    test.for(Object.entries(OWNED_ENTRIES))('%s', ([, entry]) => checkOwnership(server, entry));

    test('the entries cover every table with an owner or an expiry', async () => {
      const names = [...LIFETIMES.map(({ table }) => table), ...PERMANENT_TABLES];
      const tables: string[] = [];
      for (const table of names) {
        if (await hasOwnerOrExpiry(owned, table)) tables.push(table);
      }
      const covered = new Set([
        ...Object.values(OWNED_ENTRIES).map(({ table }) => table),
        ...Object.keys(OTHER_TABLES),
      ]);
      expect(tables.toSorted()).toEqual([...covered].toSorted());
    });
  });
});
