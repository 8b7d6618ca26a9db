import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { auditSearchIn } from '#server/operations/audit/search.ts';
import { parseDataKeys } from '#server/storage/at-rest/data-keys.ts';
import { openDatabase } from '#server/storage/open.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
import { accountSearchIn } from '#server/storage/repositories/account-search.ts';
import { wordsOf } from '#server/storage/repositories/account-words.ts';
import { scimUsersIn } from '#server/storage/repositories/scim-users.ts';
import type { Storage } from '#server/storage/storage.ts';
import { startPostgres } from '#tools/postgres/server.ts';

// Measures the lists of the help desk: `node tools/bench/desk-lists.ts [PEOPLE] [EVENTS] [--postgres]`. It uses a new
// SQLite database; with --postgres, a new PostgreSQL server; with DATABASE_URL, an existing empty PostgreSQL database.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { postgres: { type: 'boolean', default: false } },
});
const [people = 100_000, events = 10_000_000] = positionals.map(Number);

/** Number of times that each search is measured. */
const REPETITIONS = 40;

/** Number of accounts that are inserted in one transaction. */
const ACCOUNTS_PER_TRANSACTION = 5_000;

/** Number of audit events that one statement inserts. */
const EVENTS_PER_STATEMENT = 100_000;

const DATA_KEYS = parseDataKeys(Buffer.alloc(32, 7).toString('base64'));
const NOW = Date.UTC(2026, 10, 20);

/** Time of the oldest event; there is one event in each second. */
const OLDEST_EVENT = NOW - events * 1000;

const SURNAMES = ['김', '이', '박', '최', '정', '강', '조', '윤', '장', '임'];

/** A Korean name for the person with a number. */
const koreanName = (number: number): string =>
  `${SURNAMES[number % 10]}${String.fromCodePoint(0xac00 + (number % 11_000))}${String.fromCodePoint(0xac00 + ((number * 7) % 11_000))}`;

async function writeInBatches(
  db: Storage,
  count: number,
  write: (number: number) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < count; first += ACCOUNTS_PER_TRANSACTION) {
    await db.commitTogether(async () => {
      for (let number = first; number < Math.min(first + ACCOUNTS_PER_TRANSACTION, count); number += 1)
        await write(number);
    });
  }
}

async function insertPeopleAndEvents(db: Storage): Promise<void> {
  const insertAccount =
    db.prepare(`INSERT INTO accounts (user_id, name_ko, name_en, role, user_type, status, phone_number,
    internal_mail, folded_id, suspended) VALUES (?, ?, ?, 'user', 'LOCAL', ?, ?, ?, ?, ?)`);
  const insertLock = db.prepare(
    "INSERT INTO attempts (user_id, token_code, failures, locked_until) VALUES (?, '-1', 5, ?)",
  );
  const insertWord = db.prepare('INSERT INTO account_words (user_id, word) VALUES (?, ?)');
  await writeInBatches(db, people, async (number) => {
    const userId = `user${String(number).padStart(7, '0')}`;
    const name = { ko: koreanName(number), en: `Person ${number}` };
    const phoneNumber = `010-${String(1000 + (number % 9000))}-${String(number % 10_000).padStart(4, '0')}`;
    const internalMail = `${userId}@hanbit.example`;
    const status = number % 1000 === 0 ? 'disabled' : 'active';
    const suspended = number % 1000 === 1 ? 'dormant' : null;
    await insertAccount.run(userId, name.ko, name.en, status, phoneNumber, internalMail, userId, suspended);
    if (number % 1000 === 2) await insertLock.run(userId, NOW + 1);
    const missingFields = { lastName: null, firstName: null, privateMail: null };
    for (const word of wordsOf({ userId, name, phoneNumber, internalMail, ...missingFields }))
      await insertWord.run(userId, word);
  });
  await insertEvents(db);
}

/** Inserts the events with SQL that generates them, because one statement for each event would take an hour. */
async function insertEvents(db: Storage): Promise<void> {
  const insertLines = db.prepare(`
    WITH RECURSIVE numbers(n) AS (
      SELECT CAST($first AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < CAST($end AS BIGINT)),
    events AS (
      SELECT n, CAST($now AS BIGINT) - n * 1000 AS at,
        'user' || substr(CAST(10000000 + n * 7919 % CAST($people AS BIGINT) AS TEXT), 2) AS account,
        'service' || CAST(n % 20 AS TEXT) AS client,
        '10.' || CAST(n % 7 AS TEXT) || '.' || CAST(n * 31 % 250 AS TEXT) || '.' || CAST(n * 17 % 250 AS TEXT)
          AS address
      FROM numbers)
    INSERT INTO audit_lines (line_id, at, sequence, account, line, client, address)
    SELECT 'line-' || CAST(n AS TEXT), at, n, account,
      '{"time":"2026-11-20T00:00:00.000Z","event":"login.completed","result":"ok","account":"' || account ||
        '","client":"' || client || '","method":"pw","address":"' || address ||
        '","browser":"Chrome · Windows","request":"request-' || CAST(n AS TEXT) || '"}',
      client, address
    FROM events`);
  for (let first = 0; first < events; first += EVENTS_PER_STATEMENT) {
    const end = Math.min(first + EVENTS_PER_STATEMENT, events);
    await insertLines.run({ $first: first, $end: end, $now: NOW, $people: people });
  }
}

/** Measures some work repeatedly; returns the quantiles of the times as text. */
const measureQuantiles = async (work: (number: number) => Promise<unknown>): Promise<string> => {
  const times: number[] = [];
  for (let number = 0; number < REPETITIONS; number += 1) {
    const startedAt = performance.now();
    await work(number);
    times.push(performance.now() - startedAt);
  }
  times.sort((one, other) => one - other);
  const quantile = (part: number): string => (times[Math.ceil(part * REPETITIONS) - 1] ?? 0).toFixed(1);
  return `p50 ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms`;
};

const folder = mkdtempSync(join(tmpdir(), 'munjigi-lists-'));
const postgres = values.postgres ? await startPostgres() : null;
const url = (await postgres?.createDatabase()) ?? process.env['DATABASE_URL'];
const db = url
  ? await openPostgresDatabase(url, DATA_KEYS, () => undefined)
  : await openDatabase(join(folder, 'munjigi.sqlite'), DATA_KEYS);
try {
  await insertPeopleAndEvents(db);
  if (url) await db.prepare('ANALYZE').run();
  const search = accountSearchIn(db, () => NOW);
  const users = scimUsersIn(db, () => NOW);
  const find = async (text: string, options: object = {}) => {
    const page = await search({ wordStart: text, status: null, after: '', limit: 51, ...options });
    return users.ofUsers(page.map(({ userId }) => userId));
  };
  const audit = auditSearchIn(db);
  const beforeLastPage = `user${String(people - 100).padStart(7, '0')}`;
  const searches: Readonly<Record<string, (number: number) => Promise<unknown>>> = {
    'everybody, first page': () => find(''),
    'everybody, last page': () => find('', { after: beforeLastPage }),
    'everybody who is disabled': () => find('', { status: 'disabled' }),
    'everybody who is dormant': () => find('', { status: 'dormant' }),
    'everybody who is locked': () => find('', { status: 'locked' }),
    'a prefix of every ID, first page': () => find('user'),
    'a prefix of every ID, last page': () => find('user', { after: beforeLastPage }),
    'a prefix of every ID, disabled': () => find('user', { status: 'disabled' }),
    'a prefix of every ID, locked': () => find('user', { status: 'locked' }),
    'a family name of one in ten people': () => find('김'),
    'a prefix of 100 IDs': (number) => find(`user00${number % 10}1`),
    'a mail address': (number) => find(`user00${number % 10}1234@`),
    'a name in English': (number) => find(`person ${number}`),
    'a phone number': (number) => find(`010-${1000 + number}`),
    'the beforeLastPage four digits': (number) => find(String(1000 + number)),
    'a text that finds nobody': () => find('zzzz'),
    'the audit, newest': () => audit({}, null, 50),
    'the audit until a time long ago': () => audit({ until: NOW - (events / 2) * 1000 }, null, 50),
    'the audit of a person': (number) =>
      audit({ account: `user${String(number * 100).padStart(7, '0')}` }, null, 50),
    'the audit of a service': (number) => audit({ client: `service${number % 20}` }, null, 50),
    'the audit of an address': (number) => audit({ network: `10.1.${(number * 31) % 250}.17` }, null, 50),
    'the audit of a person at a service': () =>
      audit({ account: 'user0000007', client: 'service3' }, null, 50),
    'the audit of a person, in a network and time': () =>
      audit({ account: 'user0000007', network: '10.0.0.0/8', from: OLDEST_EVENT, until: NOW }, null, 50),
    'the audit of a service, in a network and time': () =>
      audit({ client: 'service3', network: '10.1.31.0/24', from: NOW - events * 500, until: NOW }, null, 50),
    'the audit, last page': () => audit({}, { at: OLDEST_EVENT + 50_000, sequence: 0, lineId: '' }, 50),
    'the audit of a service, last page': () =>
      audit({ client: 'service3' }, { at: OLDEST_EVENT + 500_000, sequence: 0, lineId: '' }, 50),
    'the audit of a network with few events': () => audit({ network: '10.1.31.0/24' }, null, 50),
    'the audit of a network without events': () => audit({ network: '192.0.2.0/24' }, null, 50),
  };
  console.log(`${people} people, ${events} events, ${db.engine}`);
  for (const [name, work] of Object.entries(searches))
    console.log(`${name.padEnd(40)} ${await measureQuantiles(work)}`);
} finally {
  await db.close();
  await postgres?.close();
  rmSync(folder, { recursive: true });
}
