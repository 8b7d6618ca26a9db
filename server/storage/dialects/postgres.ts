import {
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import type { Sealer } from '#server/storage/at-rest/sealer.ts';
import { newProcessNumber, type Presence } from '#server/storage/presence.ts';
import { type Storage, storageOn } from '#server/storage/storage.ts';
import { combineStatements, resultsOf } from './one-statement.ts';
import { PLAN_OUTDATED, preparingPool } from './prepared.ts';
import { RESTART_MS, retryingConnect } from './restart.ts';

/** The oldest supported PostgreSQL. */
const OLDEST_POSTGRES = 15;

/** Error codes of serialization failures, deadlocks and schema changes. */
const CONFLICT_CODES: ReadonlySet<unknown> = new Set(['40001', '40P01', PLAN_OUTDATED]);

const isConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && CONFLICT_CODES.has(error.code);

const FOREIGN_KEY_VIOLATION_CODE = '23503';

const isOwnerMissing = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION_CODE;

/** Keys (arbitrary numbers) of the advisory locks of `runExclusively` and `tryExclusively`. */
const EXCLUSIVE_LOCK_KEY = 5_073_170;
const TRY_EXCLUSIVE_LOCK_KEY = 5_073_171;

/** Error codes of a lost or overloaded server: connection exceptions, operator intervention, lock timeout. */
const OUTAGE_SQLSTATE = /^(08|57P|55P03)/;

/** Node's error codes of a lost or failed connection. */
const OUTAGE_CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
]);

/** Messages of the errors of `pg` that have no code. */
const OUTAGE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/;

const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  const code = 'code' in error ? error.code : undefined;
  return (
    OUTAGE_CODES.has(code) ||
    OUTAGE_MESSAGE.test(error.message) ||
    (error instanceof pg.DatabaseError && OUTAGE_SQLSTATE.test(String(code)))
  );
};

/** Error codes of a connection to a stopped or starting database, which has executed nothing. */
const UNREACHABLE_CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
]);

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.every(isUnreachable);
  return (
    ('code' in error && UNREACHABLE_CODES.has(error.code)) || /^Connection terminated/.test(error.message)
  );
}

/** The type of 64-bit integers, which `pg` returns as texts. Every stored integer is a safe integer of JavaScript. */
const INT8_TYPE_ID = 20;

/** How long to wait for a connection, and in the database for a lock. */
const MAX_WAIT_MS = 5_000;

/**
 * Maximum number of connections of a process. During an update, the old and the new processes together must stay below
 * the limit of the database.
 */
const MAX_CONNECTIONS = 10;

/** The version of PostgreSQL is not supported. */
export class OldPostgresError extends Error {
  override readonly name = 'OldPostgresError';

  constructor(version: string) {
    super(`PostgreSQL ${version} is older than ${OLDEST_POSTGRES}`);
  }
}

type Connect = ReturnType<typeof retryingConnect>;

const postgresDialect = (pool: pg.Pool, connect: Connect): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PostgresDriver({ pool: preparingPool(pool, connect) }),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

/** Class of the advisory locks that prove that a process is alive; a process has one connection only for its lock. */
const PRESENCE_LOCK_CLASS = 5_073_172;

/** @param onConnectionLost called when the connection with the lock is lost; the process then gets another number */
function presenceIn(
  pool: pg.Pool,
  settings: pg.ClientConfig,
  connect: Connect,
  onConnectionLost: (error: Error) => void,
): Presence {
  type PresenceLock = { readonly client: pg.Client; readonly processNumber: number };
  let currentLock: Promise<PresenceLock> | null = null;

  const takeLock = async (): Promise<PresenceLock> => {
    const onLost = (error: Error): void => {
      currentLock = null;
      onConnectionLost(error);
    };
    const client = await connect(async () => {
      const newClient = new pg.Client(settings);
      newClient.on('error', onLost);
      await newClient.connect();
      return newClient;
    });
    for (;;) {
      const processNumber = newProcessNumber();
      const lock = 'SELECT pg_try_advisory_lock($1, $2) AS is_taken';
      const { rows } = await client.query(lock, [PRESENCE_LOCK_CLASS, processNumber]);
      if (rows[0]?.is_taken === true) return { client, processNumber };
    }
  };

  return {
    async processNumber() {
      currentLock ??= takeLock().catch((error: unknown) => {
        currentLock = null;
        throw error;
      });
      return (await currentLock).processNumber;
    },
    async isProcessAlive(processNumber) {
      const holders = await pool.query(
        `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [PRESENCE_LOCK_CLASS, processNumber],
      );
      return holders.rows.length > 0;
    },
    async close() {
      const lock = currentLock;
      currentLock = null;
      await (await lock?.catch(() => null))?.client.end();
    },
  };
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === INT8_TYPE_ID && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(id as never, format as never),
};

/**
 * Opens a PostgreSQL database.
 * @param url `postgres://…`
 * @param onConnectionLost called when a connection is lost; the next statement uses another connection
 * @param restartMs milliseconds to wait for a database that has just become unreachable
 * @throws OldPostgresError, or the error with which connecting failed.
 */
export async function openPostgres(
  url: string,
  sealer: Sealer,
  onConnectionLost: (error: Error) => void,
  restartMs = RESTART_MS,
): Promise<Storage> {
  const settings: pg.ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: MAX_WAIT_MS,
    options: `-c lock_timeout=${MAX_WAIT_MS} -c timezone=UTC`,
    application_name: 'munjigi',
    types,
  };
  const pool = new pg.Pool({ ...settings, max: MAX_CONNECTIONS, allowExitOnIdle: true });
  pool.on('error', onConnectionLost);
  // The pool does not listen to a connection in use; an unhandled error event would end the process.
  pool.on('connect', (client) => client.on('error', onConnectionLost));
  const connect = retryingConnect(isUnreachable, restartMs);
  const storage = storageOn({
    name: 'postgres',
    dialect: postgresDialect(pool, connect),
    formatPlaceholder: (position) => `$${position}`,
    sealer,
    statementCombination: { combine: combineStatements, resultsOf },
    isConflict,
    isOwnerMissing,
    isOutage,
    presence: presenceIn(pool, settings, connect, onConnectionLost),
    tryLockStatement: `SELECT CAST(pg_try_advisory_xact_lock(${TRY_EXCLUSIVE_LOCK_KEY}) AS INTEGER) AS is_taken`,
    lockStatement: `SELECT pg_advisory_xact_lock(${EXCLUSIVE_LOCK_KEY})`,
  });
  try {
    const version = String((await storage.prepare('SHOW server_version').get())?.['server_version']);
    if (Number.parseInt(version, 10) < OLDEST_POSTGRES) throw new OldPostgresError(version);
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}
