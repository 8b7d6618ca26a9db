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
import { orLost } from './lost.ts';
import { OwnerGoneError } from './owner-gone.ts';
import { type Presence, presenceAlone } from './presence.ts';
import { type Place, type Row, type Statement, statementOf } from './statement.ts';

export type EngineName = 'sqlite' | 'postgres';

/** All that outlives a request, on one of two engines. */
export interface Storage {
  readonly engine: EngineName;
  /** A statement with `?` or `$name` where values go; inside a transaction it belongs to that. */
  prepare<Selected extends object = Row>(sql: string): Statement<Selected>;
  /**
   * Runs `work` whole or not at all. Statements, and transactions, that it leads to belong to it; nothing else
   * comes between them: where it collides with another one it is done again, as if it came later. It waits for the
   * database alone: no hash, no message.
   */
  transaction<Value>(work: () => Promise<Value>): Promise<Value>;
  /**
   * The same for statements each of which is right by itself, whatever comes between them: they are kept together, and
   * collide with nobody. Inside a transaction they belong to it.
   */
  together<Value>(work: () => Promise<Value>): Promise<Value>;
  /** The same as a transaction, but it waits until no other process does the like, and sees what that has done. */
  exclusively<Value>(work: () => Promise<Value>): Promise<Value>;
  /** A transaction that is left out, with `otherwise` as its value, while another process does the like. */
  alone<Value>(work: () => Promise<Value>, otherwise: Value): Promise<Value>;
  /** Keeps what must be read from whoever reads the storage alone. */
  readonly sealer: Sealer;
  /** By what other processes know that this one works. */
  readonly presence: Presence;
  close(): Promise<void>;
}

/** The database itself was used where a transaction is open: on one connection that would wait for ever. */
export class OutsideTransactionError extends Error {
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
export type Engine = {
  readonly name: EngineName;
  readonly dialect: Dialect;
  readonly place: Place;
  readonly sealer: Sealer;
  /**
   * Runs a statement without waiting, where the engine is in this process; null where somebody else's transaction is
   * open.
   * @param isInside whether it belongs to the transaction that is open
   */
  readonly atOnce?: (query: CompiledQuery, isInside: boolean) => QueryResult<Row> | null;
  /** Whether a transaction failed because of another one, and may be tried again. Absent: there is never another. */
  readonly isCollision?: (error: unknown) => boolean;
  /** Whether a row was to be written whose owner is not there. */
  readonly isOrphan?: (error: unknown) => boolean;
  /** Whether it is the database itself that does not answer. */
  readonly isLost?: (error: unknown) => boolean;
  /** Makes a transaction wait for others that have said the same. Absent: they are never at once. */
  readonly exclusion?: string;
  /** Absent: there is one process alone. */
  readonly presence?: Presence;
  /** Tells in a column `mine` whether no other transaction has said the same. Absent: there is never another. */
  readonly attempt?: string;
};

/** How often a transaction is tried that collides with others. */
const MAX_TRIES = 20;

/** A storage of an engine. */
export function storageOn({
  name,
  dialect,
  place,
  sealer,
  atOnce = () => null,
  isCollision,
  isOrphan = () => false,
  exclusion,
  attempt,
  presence = presenceAlone(),
  isLost = () => false,
}: Engine): Storage {
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

  const run = async (query: CompiledQuery): Promise<QueryResult<Row>> => {
    try {
      const open = handle();
      return atOnce(query, open !== database) ?? (await orLost(isLost, () => open.executeQuery<Row>(query)));
    } catch (error) {
      throw isOrphan(error) ? new OwnerGoneError(error) : error;
    }
  };

  const prepare = <Selected extends object = Row>(sql: string) => statementOf<Selected>(sql, place, run);

  const whole = <Value>(builder: TransactionBuilder<unknown>, work: () => Promise<Value>): Promise<Value> =>
    orLost(isLost, () =>
      builder.execute(async (transaction) => {
        const scope: Scope = { handle: transaction, isOpen: true };
        try {
          return await scopes.run(scope, work);
        } finally {
          scope.isOpen = false;
        }
      }),
    );

  const begin = async <Value>(work: () => Promise<Value>, isSerializable: boolean): Promise<Value> => {
    for (let tried = 1; ; tried += 1) {
      try {
        const builder = database.transaction();
        const isStrict = isSerializable && isCollision !== undefined;
        return await whole(isStrict ? builder.setIsolationLevel('serializable') : builder, work);
      } catch (error) {
        if (!isCollision?.(error)) throw error;
        // A later try may go well, as with a database that does not answer.
        if (tried === MAX_TRIES)
          return orLost(
            () => true,
            () => Promise.reject(error),
          );
        await setTimeout(Math.random() * 2 ** Math.min(tried, 6));
      }
    }
  };

  return {
    engine: name,
    sealer,
    prepare,
    transaction: (work) => (scopes.getStore()?.isOpen ? work() : begin(work, true)),
    together: (work) => (scopes.getStore()?.isOpen ? work() : begin(work, false)),
    exclusively: (work) =>
      whole(database.transaction(), async () => {
        if (exclusion) await prepare(exclusion).get();
        return work();
      }),
    alone: (work, otherwise) =>
      whole(database.transaction(), async () => {
        const lock = attempt ? await prepare(attempt).get() : null;
        return lock?.['mine'] === 0 ? otherwise : work();
      }),
    presence: {
      name: () => orLost(isLost, presence.name),
      isProcessAlive: (name) => orLost(isLost, () => presence.isProcessAlive(name)),
      close: presence.close,
    },
    async close() {
      await presence.close();
      await database.destroy();
    },
  };
}
