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

class SqliteConnection implements DatabaseConnection {
  readonly #prepared = new Map<string, PreparedStatement>();
  readonly file: DatabaseSync;

  constructor(file: DatabaseSync) {
    this.file = file;
  }

  /** Runs a statement without values, prepared once. */
  run(sql: string): void {
    this.#prepare(sql).statement.run();
  }

  #prepare(sql: string): PreparedStatement {
    const cached = this.#prepared.get(sql);
    if (cached) return cached;
    const statement = this.file.prepare(sql);
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

/** A driver with one connection, which a transaction holds until it ends. */
class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;
  readonly #waiting: (() => void)[] = [];
  #isInUse = false;

  constructor(file: DatabaseSync) {
    this.#connection = new SqliteConnection(file);
  }

  async init(): Promise<void> {
    // The file is open already.
  }

  /** Executes synchronously; null while another caller holds the connection. */
  executeSync<Row>(query: CompiledQuery, isHolder: boolean): QueryResult<Row> | null {
    return this.#isInUse && !isHolder ? null : this.#connection.execute(query);
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
    if (this.#connection.file.isTransaction) this.#connection.run('ROLLBACK');
  }

  async destroy(): Promise<void> {
    this.#connection.file.close();
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
const ORPHAN = 787;

const isOrphan = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === ORPHAN;

/** A storage in an open SQLite file, which is closed with it. */
export function sqliteStorage(file: DatabaseSync, sealer: Sealer): Storage {
  const driver = new SqliteDriver(file);
  return storageOn({
    name: 'sqlite',
    dialect: sqliteDialect(driver),
    placeholder: (index) => `?${index}`,
    runSync: (query, isInside) => driver.executeSync(query, isInside),
    isOrphan,
    sealer,
  });
}
