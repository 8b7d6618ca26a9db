import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { columnLocation } from '#server/storage/at-rest/sealed-columns.ts';
import { hashedId, type Sealer } from '#server/storage/at-rest/sealer.ts';
import { openDatabaseFile } from '#server/storage/file.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { SqlValue } from '#server/storage/statement.ts';
import type { Storage } from '#server/storage/storage.ts';

type Values = readonly SqlValue[];

/** Rows of a former file, for their table in the storage. */
type ImportedTable = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly Values[];
};

const rowsOf = (file: DatabaseSync, sql: string): readonly Values[] =>
  file
    .prepare(sql)
    .all()
    .map((row) => Object.values(row) as SqlValue[]);

/** Whether a file has a table; files of the first versions have no table `begun`. */
const hasTable = (file: DatabaseSync, name: string): boolean =>
  file.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;

const RECORD_COLUMNS = [
  'model',
  'id',
  'payload',
  'grant_id',
  'uid',
  'account_id',
  'consumed_at',
  'expires_at',
];

const hashedOrNull = (id: SqlValue | undefined): SqlValue => (id ? hashedId(String(id)) : null);

/** Converts a row of `records` to the current format: secret ids as hashes, the payload encrypted. */
const currentRecord =
  (sealer: Sealer) =>
  ([model = null, id, payload, grantId, uid, ...others]: Values): Values => [
    model,
    hashedOrNull(id),
    sealer.seal(columnLocation('engine_records', 'payload'), String(payload)),
    hashedOrNull(grantId),
    hashedOrNull(uid),
    ...others,
  ];

/** Converts a row of `pending` to the current format. */
const currentPending =
  (sealer: Sealer) =>
  ([id, payload, ...others]: Values): Values => [
    hashedOrNull(id),
    sealer.seal(columnLocation('saml_pending', 'payload'), String(payload)),
    ...others,
  ];

/** The rows of the former file of the OpenID engine. */
const openIdRows = (file: DatabaseSync, sealer: Sealer): readonly ImportedTable[] => [
  {
    table: 'engine_records',
    columns: RECORD_COLUMNS,
    rows: rowsOf(
      file,
      `SELECT model, id, json_remove(payload, '$.consumed'), grant_id, uid, payload ->> '$.accountId',
         payload ->> '$.consumed', expires_at FROM records`,
    ).map(currentRecord(sealer)),
  },
  {
    table: 'pending_oidc_requests',
    columns: ['sequence', 'id', 'limit_key', 'expires_at'],
    rows: hasTable(file, 'begun')
      ? rowsOf(file, 'SELECT turn, id, beginner, expires_at FROM begun').map(
          ([turn = null, id, ...others]) => [turn, hashedOrNull(id), ...others],
        )
      : [],
  },
];

const SEEN_COLUMNS = ['entity_id', 'message_id', 'expires_at'];

/** The rows of the former file of the SAML engine. */
const samlRows = (file: DatabaseSync, sealer: Sealer): readonly ImportedTable[] => [
  {
    table: 'saml_pending',
    columns: ['id', 'payload', 'browser_hash', 'answered_by', 'expires_at'],
    rows: rowsOf(file, 'SELECT id, payload, browser, answered_by, expires_at FROM pending').map(
      currentPending(sealer),
    ),
  },
  {
    table: 'saml_received_messages',
    columns: SEEN_COLUMNS,
    rows: rowsOf(file, `SELECT ${SEEN_COLUMNS.join(', ')} FROM seen`),
  },
  {
    table: 'saml_participants',
    columns: [
      'session_index',
      'browser_hash',
      'service_id',
      'user_id',
      'name_format',
      'name_value',
      'expires_at',
    ],
    rows: rowsOf(
      file,
      `SELECT session_index, browser, service_id, user_id, name_format, name_value, expires_at
       FROM participants`,
    ),
  },
  {
    table: 'server_keys',
    columns: ['name', 'content'],
    rows: rowsOf(file, 'SELECT name, value FROM secrets').map(([name, value]) => [
      `saml ${name}`,
      sealer.seal(
        columnLocation('server_keys', 'content'),
        Buffer.from(value as Uint8Array).toString('base64'),
      ),
    ]),
  },
];

const FORMER_FILES = [
  ['oidc.sqlite', openIdRows],
  ['saml.sqlite', samlRows],
] as const;

/**
 * Moves the data of the protocol engines, which had own files in earlier versions, into the storage. A file is deleted
 * after its last row was stored. An interrupted move is repeated at the next start.
 * @throws DamagedFileError for a damaged file, which is not deleted.
 */
export async function importFormerFiles(db: Storage, dataDir: string): Promise<void> {
  for (const [name, read] of FORMER_FILES) {
    const path = join(dataDir, name);
    if (!existsSync(path)) continue;
    const file = openDatabaseFile(path);
    let importedTables: readonly ImportedTable[];
    try {
      importedTables = read(file, db.sealer);
    } finally {
      file.close();
    }
    await db.transaction(async () => {
      for (const { table, columns, rows } of importedTables) {
        const insert = db.prepare(`${insertInto(table, columns)} ON CONFLICT DO NOTHING`);
        for (const values of rows) await insert.run(...values);
      }
    });
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  }
}
