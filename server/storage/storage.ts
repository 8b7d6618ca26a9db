import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import {
  type CompiledQuery,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  type TransactionBuilder,
} from 'kysely';
import type { Sealer } from './at-rest/sealer.ts';
import { type Gather, isReadStatement, statementCombiner } from './gather.ts';
import { OwnerGoneError } from './owner-gone.ts';
import { type Presence, singleProcessPresence } from './presence.ts';
import { type FormatPlaceholder, type Row, type Statement, statementOf } from './statement.ts';
import { withUnavailableError } from './unavailable.ts';

export type EngineName = 'sqlite' | 'postgres';

/** The storage of the server, in SQLite or PostgreSQL. */
export interface Storage {
  readonly engine: EngineName;
  /** Prepares a statement with `?` or `$name` placeholders. It runs in the open transaction, if any. */
  prepare<Selected extends object = Row>(sql: string): Statement<Selected>;
  /**
   * Runs `work` in a serializable transaction. Its statements and nested transactions are part of it. After a
   * conflict with another transaction, `work` runs again. It must wait only for the database: no hashing, no sending.
   */
  transaction<Value>(work: () => Promise<Value>): Promise<Value>;
  /**
   * Runs `work` in a transaction without serializable isolation, for statements that are correct under any
   * interleaving: they are committed together and never conflict. Inside a transaction they are part of that
   * transaction.
   */
  commitTogether<Value>(work: () => Promise<Value>): Promise<Value>;
  /**
   * Runs parts concurrently, and combines the statements that they issue at the same time into one, which is executed
   * completely or not at all. The parts must not depend on each other or write the same row. Inside another `gather`,
   * the parts are combined with the other parts of that `gather`.
   */
  gather: Gather;
  /**
   * Runs `work` in a transaction that waits for the exclusive transactions of other processes and sees their writes.
   */
  runExclusively<Value>(work: () => Promise<Value>): Promise<Value>;
  /**
   * Runs `work` in a transaction. While another process is in such a transaction, skips `work` and returns `otherwise`.
   */
  tryExclusively<Value>(work: () => Promise<Value>, otherwise: Value): Promise<Value>;
  /** Encrypts values that must not be readable from a copy of the storage. */
  readonly sealer: Sealer;
  /** Shows other processes that this process is alive. */
  readonly presence: Presence;
  /** Closes all connections to the database. */
  close(): Promise<void>;
}

/** The database was used outside the open transaction, which would deadlock on a single connection. */
export class OutsideTransactionError extends Error {
  override readonly name = 'OutsideTransactionError';

  constructor() {
    super('The database was used outside the transaction that is open here');
  }
}

/** A statement was issued after the end of its transaction, because a caller did not await it. */
export class TransactionEndedError extends Error {
  override readonly name = 'TransactionEndedError';

  constructor() {
    super('A statement was issued after the end of its transaction');
  }
}

/** A transaction of the current asynchronous context. */
type TransactionScope = { readonly handle: Kysely<unknown>; isOpen: boolean };

/** Makes a driver refuse a second connection inside a transaction. */
function withoutSecondConnection(driver: Driver, scopes: AsyncLocalStorage<TransactionScope>): Driver {
  const { acquireConnection } = driver;
  return Object.assign(driver, {
    acquireConnection: async (options: never) => {
      if (scopes.getStore()?.isOpen) throw new OutsideTransactionError();
      return acquireConnection.call(driver, options);
    },
  });
}

/** A database engine for {@link storageOn}. */
export type Engine = {
  readonly name: EngineName;
  readonly dialect: Dialect;
  readonly formatPlaceholder: FormatPlaceholder;
  readonly sealer: Sealer;
  /**
   * Runs a statement synchronously, when the engine is part of this process. Returns null while the transaction of
   * another call is open.
   * @param isInTransaction whether the statement is part of the open transaction
   */
  readonly runSync?: (query: CompiledQuery, isInTransaction: boolean) => QueryResult<Row> | null;
  /**
   * Combines several statements into one, and separates the results. Absent for a database without network round
   * trips.
   */
  readonly statementCombination?: {
    readonly combine: (queries: readonly CompiledQuery[]) => CompiledQuery;
    readonly resultsOf: (
      queries: readonly CompiledQuery[],
      result: QueryResult<Row>,
    ) => readonly QueryResult<Row>[];
  };
  /** Whether a transaction failed because of a conflict and may be repeated. Absent: there are no conflicts. */
  readonly isConflict?: (error: unknown) => boolean;
  /** Whether a statement failed because the row to which a new row belongs does not exist. */
  readonly isOwnerMissing?: (error: unknown) => boolean;
  /** Whether an error means that the database does not answer. */
  readonly isOutage?: (error: unknown) => boolean;
  /** SQL that takes the lock of exclusive transactions. Absent: transactions never run at the same time. */
  readonly lockStatement?: string;
  /** Shows other processes that this process is alive. Absent: there is only one process. */
  readonly presence?: Presence;
  /**
   * SQL that tries to take a lock, with the result, 1 or 0, in a column `is_taken`. Absent: there is only one process.
   */
  readonly tryLockStatement?: string;
};

/** How often a transaction is run at most when it conflicts with other transactions. */
const MAX_TRIES = 20;

/** Creates the storage of an engine. */
export function storageOn({
  name,
  dialect,
  formatPlaceholder,
  sealer,
  runSync = () => null,
  statementCombination,
  isConflict,
  isOwnerMissing = () => false,
  lockStatement,
  tryLockStatement,
  presence = singleProcessPresence(),
  isOutage = () => false,
}: Engine): Storage {
  const scopes = new AsyncLocalStorage<TransactionScope>();
  const database = new Kysely<unknown>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => withoutSecondConnection(dialect.createDriver(), scopes),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });

  const currentHandle = (): Kysely<unknown> => {
    const scope = scopes.getStore();
    if (!scope) return database;
    if (!scope.isOpen) throw new TransactionEndedError();
    return scope.handle;
  };

  const runAlone = async (query: CompiledQuery): Promise<QueryResult<Row>> => {
    try {
      const handle = currentHandle();
      return (
        runSync(query, handle !== database) ??
        (await withUnavailableError(isOutage, () => handle.executeQuery<Row>(query)))
      );
    } catch (error) {
      throw isOwnerMissing(error) ? new OwnerGoneError(error) : error;
    }
  };

  const runAll = async (queries: readonly CompiledQuery[]): Promise<readonly QueryResult<Row>[]> => {
    if (statementCombination) {
      const { combine, resultsOf } = statementCombination;
      return resultsOf(queries, await runAlone(combine(queries)));
    }
    const runInOrder = async () => {
      const results: QueryResult<Row>[] = [];
      for (const query of queries) results.push(await runAlone(query));
      return results;
    };
    const writeCount = queries.filter((query) => !isReadStatement(query)).length;
    return writeCount < 2 || currentHandle() !== database ? runInOrder() : beginTransaction(runInOrder);
  };

  const { gather, withoutGather, run } = statementCombiner(runAlone, runAll);

  const prepare = <Selected extends object = Row>(sql: string) =>
    statementOf<Selected>(sql, formatPlaceholder, run);

  const runInTransaction = <Value>(
    builder: TransactionBuilder<unknown>,
    work: () => Promise<Value>,
  ): Promise<Value> =>
    withUnavailableError(isOutage, () =>
      builder.execute(async (transaction) => {
        const scope: TransactionScope = { handle: transaction, isOpen: true };
        try {
          return await scopes.run(scope, () => withoutGather(work));
        } finally {
          scope.isOpen = false;
        }
      }),
    );

  /** Runs `work` in a new transaction, again after each conflict. */
  const beginTransaction = async <Value>(
    work: () => Promise<Value>,
    { isSerializable = false } = {},
  ): Promise<Value> => {
    for (let tries = 1; ; tries += 1) {
      try {
        const builder = database.transaction();
        const setsIsolation = isSerializable && isConflict !== undefined;
        return await runInTransaction(
          setsIsolation ? builder.setIsolationLevel('serializable') : builder,
          work,
        );
      } catch (error) {
        if (!isConflict?.(error)) throw error;
        // Reported as an outage of the database, because a repetition by the caller may succeed.
        if (tries === MAX_TRIES)
          return withUnavailableError(
            () => true,
            () => Promise.reject(error),
          );
        await setTimeout(Math.random() * 2 ** Math.min(tries, 6));
      }
    }
  };

  return {
    engine: name,
    sealer,
    prepare,
    transaction: (work) =>
      scopes.getStore()?.isOpen ? work() : beginTransaction(work, { isSerializable: true }),
    gather,
    commitTogether: (work) => (scopes.getStore()?.isOpen ? work() : beginTransaction(work)),
    runExclusively: (work) =>
      runInTransaction(database.transaction(), async () => {
        if (lockStatement) await prepare(lockStatement).get();
        return work();
      }),
    tryExclusively: (work, otherwise) =>
      runInTransaction(database.transaction(), async () => {
        const lock = tryLockStatement ? await prepare(tryLockStatement).get() : null;
        return lock?.['is_taken'] === 0 ? otherwise : work();
      }),
    presence: {
      processNumber: () => withUnavailableError(isOutage, presence.processNumber),
      isProcessAlive: (processNumber) =>
        withUnavailableError(isOutage, () => presence.isProcessAlive(processNumber)),
      close: presence.close,
    },
    async close() {
      await presence.close();
      await database.destroy();
    },
  };
}
