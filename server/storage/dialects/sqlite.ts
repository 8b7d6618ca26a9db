import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Sealer } from '#server/storage/at-rest/sealer.ts';
import { type Storage, storageOn } from '#server/storage/storage.ts';

type PreparedStatement = { readonly statement: StatementSync; readonly hasRows: boolean };

/** The only connection to an open database; it prepares each statement once. */
class SqliteConnection implements DatabaseConnection {
  readonly #prepared = new Map<string, PreparedStatement>();
  readonly database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  /** Runs a statement without values. */
  run(sql: string): void {
    this.#prepare(sql).statement.run();
  }

  #prepare(sql: string): PreparedStatement {
    const cached = this.#prepared.get(sql);
    if (cached) return cached;
    const statement = this.database.prepare(sql);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { statement, hasRows } = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    // Rows of node:sqlite have no prototype.
    if (hasRows) return { rows: statement.all(...values).map((row) => ({ ...row }) as Row) };
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.execute(query);
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator, but streaming is not supported.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new TypeError('Rows are not streamed');
  }
}

/** A driver with one connection. A transaction uses the connection alone until the transaction ends. */
class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;
  readonly #waiting: (() => void)[] = [];
  #isInUse = false;

  constructor(database: DatabaseSync) {
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {
    // The database is open already.
  }

  /**
   * Executes a query synchronously; returns null while another caller uses the connection.
   * @param hasConnection whether the caller has acquired the connection
   */
  executeSync<Row>(query: CompiledQuery, hasConnection: boolean): QueryResult<Row> | null {
    return this.#isInUse && !hasConnection ? null : this.#connection.execute(query);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isInUse) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isInUse = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isInUse = false;
  }

  async beginTransaction(): Promise<void> {
    this.#connection.run('BEGIN IMMEDIATE');
  }

  async commitTransaction(): Promise<void> {
    this.#connection.run('COMMIT');
  }

  async rollbackTransaction(): Promise<void> {
    // A full disk ends the transaction itself; a failing ROLLBACK would hide that error.
    if (this.#connection.database.isTransaction) this.#connection.run('ROLLBACK');
  }

  async destroy(): Promise<void> {
    this.#connection.database.close();
  }
}

class QueueingAdapter extends SqliteAdapter {
  /** True, because the driver queues callers itself; Kysely's lock would hide a deadlock inside a transaction. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

const sqliteDialect = (driver: SqliteDriver): Dialect => ({
  createAdapter: () => new QueueingAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/** SQLITE_CONSTRAINT_FOREIGNKEY. */
const FOREIGN_KEY_VIOLATION_CODE = 787;

const isOwnerMissing = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === FOREIGN_KEY_VIOLATION_CODE;

/** A storage in an open SQLite database, which is closed when the storage is closed. */
export function sqliteStorage(database: DatabaseSync, sealer: Sealer): Storage {
  const driver = new SqliteDriver(database);
  return storageOn({
    name: 'sqlite',
    dialect: sqliteDialect(driver),
    formatPlaceholder: (position) => `?${position}`,
    runSync: (query, isInTransaction) => driver.executeSync(query, isInTransaction),
    isOwnerMissing,
    sealer,
  });
}
