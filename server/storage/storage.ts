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
import { type Gather, gathererOf, isReading } from './gather.ts';
import { OwnerGoneError } from './owner-gone.ts';
import { type Presence, singleProcessPresence } from './presence.ts';
import { type Placeholder, type Row, type Statement, statementOf } from './statement.ts';
import { withUnavailableError } from './unavailable.ts';

export type EngineName = 'sqlite' | 'postgres';

/** The storage of the server, in SQLite or PostgreSQL. */
export interface Storage {
  readonly engine: EngineName;
  /** Prepares a statement with `?` or `$name` placeholders. It runs in the open transaction, if any. */
  prepare<Selected extends object = Row>(sql: string): Statement<Selected>;
  /**
   * Runs `work` in a serializable transaction. Its statements and nested transactions are part of it. After a
   * conflict with another transaction it runs again. It must wait only for the database: no hashing, no sending.
   */
  transaction<Value>(work: () => Promise<Value>): Promise<Value>;
  /**
   * Runs `work` in a transaction without serializable isolation, for statements that are correct under any
   * interleaving: they are committed together and never conflict. Inside a transaction they are part of it.
   */
  commitTogether<Value>(work: () => Promise<Value>): Promise<Value>;
  /**
   * Runs parts concurrently, and combines the statements that they issue at the same time into one, which is executed
   * completely or not at all. The parts must not depend on each other or write the same row. Inside another `gather`
   * they are part of it.
   */
  gather: Gather;
  /**
   * Runs `work` in a transaction that waits for the exclusive transactions of other processes and sees their writes.
   */
  runExclusively<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Runs `work` in a transaction; skips it and returns `otherwise` while another process runs one. */
  tryExclusively<Value>(work: () => Promise<Value>, otherwise: Value): Promise<Value>;
  /** Encrypts values that must not be readable from a copy of the storage. */
  readonly sealer: Sealer;
  /** Shows other processes that this one is alive. */
  readonly presence: Presence;
  close(): Promise<void>;
}

/** The database was used outside the open transaction, which would deadlock on a single connection. */
export class OutsideTransactionError extends Error {
  override readonly name = 'OutsideTransactionError';

  constructor() {
    super('The database was used outside the transaction that is open here');
  }
}

/** A statement came after the end of its transaction: a caller did not await it. */
export class TransactionOverError extends Error {
  override readonly name = 'TransactionOverError';

  constructor() {
    super('A statement came after the end of its transaction');
  }
}

type Scope = { readonly handle: Kysely<unknown>; isOpen: boolean };

/** Makes a driver refuse a second connection inside a transaction. */
function withoutSecondConnection(driver: Driver, scopes: AsyncLocalStorage<Scope>): Driver {
  const { acquireConnection } = driver;
  return Object.assign(driver, {
    acquireConnection: async (options: never) => {
      if (scopes.getStore()?.isOpen) throw new OutsideTransactionError();
      return acquireConnection.call(driver, options);
    },
  });
}

/** A database engine, from which a storage is made. */
export type Engine = {
  readonly name: EngineName;
  readonly dialect: Dialect;
  readonly placeholder: Placeholder;
  readonly sealer: Sealer;
  /**
   * Runs a statement synchronously, where the engine is in this process; null while the transaction of another call
   * is open.
   * @param isInside whether it is part of the open transaction
   */
  readonly runSync?: (query: CompiledQuery, isInside: boolean) => QueryResult<Row> | null;
  /** Combines several statements into one. Absent for a database without network round trips. */
  readonly combined?: {
    readonly query: (queries: readonly CompiledQuery[]) => CompiledQuery;
    readonly results: (
      queries: readonly CompiledQuery[],
      result: QueryResult<Row>,
    ) => readonly QueryResult<Row>[];
  };
  /** Whether a transaction failed because of a conflict and may be repeated. Absent: there are no conflicts. */
  readonly isCollision?: (error: unknown) => boolean;
  /** Whether an error is about a row whose owner does not exist. */
  readonly isOrphan?: (error: unknown) => boolean;
  /** Whether an error means that the database does not answer. */
  readonly isOutage?: (error: unknown) => boolean;
  /** SQL that takes the lock of exclusive transactions. Absent: transactions never run at the same time. */
  readonly lockStatement?: string;
  /** Absent: there is only one process. */
  readonly presence?: Presence;
  /** SQL that tries to take a lock, with the result in a column `mine`. Absent: there is only one process. */
  readonly tryLockStatement?: string;
};

/** Maximum tries of a conflicting transaction. */
const MAX_TRIES = 20;

/** Creates the storage of an engine. */
export function storageOn({
  name,
  dialect,
  placeholder,
  sealer,
  runSync = () => null,
  combined,
  isCollision,
  isOrphan = () => false,
  lockStatement: exclusion,
  tryLockStatement: attempt,
  presence = singleProcessPresence(),
  isOutage = () => false,
}: Engine): Storage {
  const scopes = new AsyncLocalStorage<Scope>();
  const database = new Kysely<unknown>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => withoutSecondConnection(dialect.createDriver(), scopes),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });

  const handle = (): Kysely<unknown> => {
    const scope = scopes.getStore();
    if (!scope) return database;
    if (!scope.isOpen) throw new TransactionOverError();
    return scope.handle;
  };

  const runAlone = async (query: CompiledQuery): Promise<QueryResult<Row>> => {
    try {
      const open = handle();
      return (
        runSync(query, open !== database) ??
        (await withUnavailableError(isOutage, () => open.executeQuery<Row>(query)))
      );
    } catch (error) {
      throw isOrphan(error) ? new OwnerGoneError(error) : error;
    }
  };

  const runAll = async (queries: readonly CompiledQuery[]): Promise<readonly QueryResult<Row>[]> => {
    if (combined) return combined.results(queries, await runAlone(combined.query(queries)));
    const runInOrder = async () => {
      const results: QueryResult<Row>[] = [];
      for (const query of queries) results.push(await runAlone(query));
      return results;
    };
    const writes = queries.filter((query) => !isReading(query)).length;
    return writes < 2 || handle() !== database ? runInOrder() : begin(runInOrder, false);
  };

  const { gather, withoutGather, run } = gathererOf(runAlone, runAll);

  const prepare = <Selected extends object = Row>(sql: string) =>
    statementOf<Selected>(sql, placeholder, run);

  const runInTransaction = <Value>(
    builder: TransactionBuilder<unknown>,
    work: () => Promise<Value>,
  ): Promise<Value> =>
    withUnavailableError(isOutage, () =>
      builder.execute(async (transaction) => {
        const scope: Scope = { handle: transaction, isOpen: true };
        try {
          return await scopes.run(scope, () => withoutGather(work));
        } finally {
          scope.isOpen = false;
        }
      }),
    );

  const begin = async <Value>(work: () => Promise<Value>, isSerializable: boolean): Promise<Value> => {
    for (let tries = 1; ; tries += 1) {
      try {
        const builder = database.transaction();
        const isStrict = isSerializable && isCollision !== undefined;
        return await runInTransaction(isStrict ? builder.setIsolationLevel('serializable') : builder, work);
      } catch (error) {
        if (!isCollision?.(error)) throw error;
        // Reported like a lost database, because a later try may succeed.
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
    transaction: (work) => (scopes.getStore()?.isOpen ? work() : begin(work, true)),
    gather,
    commitTogether: (work) => (scopes.getStore()?.isOpen ? work() : begin(work, false)),
    runExclusively: (work) =>
      runInTransaction(database.transaction(), async () => {
        if (exclusion) await prepare(exclusion).get();
        return work();
      }),
    tryExclusively: (work, otherwise) =>
      runInTransaction(database.transaction(), async () => {
        const lock = attempt ? await prepare(attempt).get() : null;
        return lock?.['mine'] === 0 ? otherwise : work();
      }),
    presence: {
      name: () => withUnavailableError(isOutage, presence.name),
      isProcessAlive: (name) => withUnavailableError(isOutage, () => presence.isProcessAlive(name)),
      close: presence.close,
    },
    async close() {
      await presence.close();
      await database.destroy();
    },
  };
}
