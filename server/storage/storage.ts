import { AsyncLocalStorage } from 'node:async_hooks';
import { type Dialect, type Driver, Kysely } from 'kysely';
import { type Place, type Statement, statementOf } from './statement.ts';

export type EngineName = 'sqlite' | 'postgres';

/** All that outlives a request, on one of two engines. */
export interface Storage {
  readonly engine: EngineName;
  /** A statement with `?` or `$name` where values go; inside a transaction it belongs to that. */
  prepare(sql: string): Statement;
  /**
   * Runs `work` whole or not at all. Statements, and transactions, that it leads to belong to it; nothing else
   * comes between them. It waits for the database alone: no hash, no message.
   */
  transaction<Value>(work: () => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

/** The database itself was used where a transaction is open: on one connection that would wait for ever. */
class OutsideTransactionError extends Error {
  override readonly name = 'OutsideTransactionError';

  constructor() {
    super('The database was used beside the transaction that is open here');
  }
}

/** A statement came after the end of the transaction that it was begun in: somebody did not wait for it. */
export class TransactionOverError extends Error {
  override readonly name = 'TransactionOverError';

  constructor() {
    super('A statement came after the end of its transaction');
  }
}

type Scope = { readonly handle: Kysely<unknown>; isOpen: boolean };

/** The driver, which refuses a second connection to whoever is inside a transaction. */
function guarded(driver: Driver, scopes: AsyncLocalStorage<Scope>): Driver {
  const { acquireConnection } = driver;
  return Object.assign(driver, {
    acquireConnection: async (options: never) => {
      if (scopes.getStore()?.isOpen) throw new OutsideTransactionError();
      return acquireConnection.call(driver, options);
    },
  });
}

/** An engine as a storage is made of it. */
export type Engine = { readonly name: EngineName; readonly dialect: Dialect; readonly place: Place };

/** A storage of an engine. */
export function storageOn({ name, dialect, place }: Engine): Storage {
  const scopes = new AsyncLocalStorage<Scope>();
  const database = new Kysely<unknown>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => guarded(dialect.createDriver(), scopes),
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

  const begin = <Value>(work: () => Promise<Value>): Promise<Value> =>
    database.transaction().execute(async (transaction) => {
      const scope: Scope = { handle: transaction, isOpen: true };
      try {
        return await scopes.run(scope, work);
      } finally {
        scope.isOpen = false;
      }
    });

  return {
    engine: name,
    prepare: (sql) => statementOf(sql, place, handle),
    transaction: (work) => (scopes.getStore()?.isOpen ? work() : begin(work)),
    close: () => database.destroy(),
  };
}
