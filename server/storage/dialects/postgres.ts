import {
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import { type Storage, storageOn } from '#server/storage/storage.ts';

/** The oldest PostgreSQL that is taken. */
const OLDEST_POSTGRES = 15;

/** Codes of a transaction that cannot be as if it were alone, and of two that wait for each other. */
const COLLISIONS: ReadonlySet<unknown> = new Set(['40001', '40P01']);

const isCollision = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && COLLISIONS.has(error.code);

/** Names what processes do one at a time; a number that nobody else uses. */
const EXCLUSION = 5_073_170;
const SWEEPING = 5_073_171;

/** Classes of what is told when the server goes away: connection exceptions, an intervention of its operator. */
const GONE = /^(08|57P)/;

/** What Node tells of a connection that broke or was never made. */
const BROKEN: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
]);

/** What pg says without a code. */
const TOLD =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/;

const isLost = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isLost);
  const code = 'code' in error ? error.code : undefined;
  return (
    BROKEN.has(code) ||
    TOLD.test(error.message) ||
    (error instanceof pg.DatabaseError && GONE.test(String(code)))
  );
};

/** Whole numbers come as texts: none of ours is beyond what a number holds. */
const INT8 = 20;

/** Seconds that a request waits for a connection, and the database for a lock. */
const PATIENCE_MS = 5_000;

/** How many connections one process holds; two generations of all processes have to fit into the server's limit. */
const CONNECTIONS = 10;

/** The database is none that the server can work on. */
export class OldPostgresError extends Error {
  override readonly name = 'OldPostgresError';

  constructor(version: string) {
    super(`PostgreSQL ${version} is older than ${OLDEST_POSTGRES}`);
  }
}

const postgresDialect = (pool: pg.Pool): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PostgresDriver({ pool }),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(id as never, format as never),
};

/**
 * Opens a PostgreSQL database.
 * @param url `postgres://…`
 * @param lost hears that a connection was lost; the next statement asks for another one
 * @throws OldPostgresError; the error of the connection when there is none.
 */
export async function openPostgres(url: string, lost: (error: Error) => void): Promise<Storage> {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: PATIENCE_MS,
    allowExitOnIdle: true,
    options: `-c lock_timeout=${PATIENCE_MS} -c timezone=UTC`,
    application_name: 'munjigi',
    types,
  });
  pool.on('error', lost);
  // The pool hears nothing of a connection that somebody holds; unheard, its loss would end the process.
  pool.on('connect', (client) => client.on('error', lost));
  const storage = storageOn({
    name: 'postgres',
    dialect: postgresDialect(pool),
    place: (index) => `$${index}`,
    isCollision,
    isLost,
    attempt: `SELECT CAST(pg_try_advisory_xact_lock(${SWEEPING}) AS INTEGER) AS mine`,
    exclusion: `SELECT pg_advisory_xact_lock(${EXCLUSION})`,
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
