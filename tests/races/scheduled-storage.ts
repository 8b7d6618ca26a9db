import type { Statement } from '#server/storage/statement.ts';
import type { Storage } from '#server/storage/storage.ts';
import { StorageUnavailableError } from '#server/storage/unavailable.ts';
import type { Scheduler } from './scheduler.ts';

/** A storage whose steps wait for the scheduler: each statement, and the beginning and end of each transaction. */
export function scheduledStorage(
  storage: Storage,
  { enter }: Scheduler,
): {
  readonly storage: Storage;
  /** Lets all later steps fail before the database is reached. */
  kill(): void;
} {
  let isKilled = false;
  const unlessKilled = <Value>(work: () => Promise<Value>): Promise<Value> =>
    isKilled ? Promise.reject(new StorageUnavailableError('The server was killed')) : work();

  const step = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const endStep = await enter();
    try {
      return await unlessKilled(work);
    } finally {
      endStep();
    }
  };

  const scheduledStatement = <Selected>(statement: Statement<Selected>): Statement<Selected> => ({
    get: (...values) => step(() => statement.get(...values)),
    all: (...values) => step(() => statement.all(...values)),
    run: (...values) => step(() => statement.run(...values)),
  });

  /** Runs work in a transaction, which may be repeated after a collision: the beginning and the end are steps. */
  const transactionSteps = async <Value>(
    work: () => Promise<Value>,
    begin: (inside: () => Promise<Value>) => Promise<Value>,
  ): Promise<Value> => {
    let endStep = await enter();
    try {
      return await unlessKilled(() =>
        begin(async () => {
          endStep();
          const value = await work();
          endStep = await enter();
          return unlessKilled(async () => value);
        }),
      );
    } finally {
      endStep();
    }
  };

  const changes: Partial<Storage> = {
    prepare: <Selected extends object>(sql: string) => scheduledStatement(storage.prepare<Selected>(sql)),
    transaction: (work) => transactionSteps(work, storage.transaction),
    commitTogether: (work) => transactionSteps(work, storage.commitTogether),
    runExclusively: (work) => transactionSteps(work, storage.runExclusively),
    tryExclusively: (work, otherwise) =>
      transactionSteps(work, (inside) => storage.tryExclusively(inside, otherwise)),
    presence: {
      processNumber: () => unlessKilled(storage.presence.processNumber),
      isProcessAlive: (name) => unlessKilled(() => storage.presence.isProcessAlive(name)),
      close: storage.presence.close,
    },
  };
  return {
    storage: Object.assign(Object.create(storage), changes),
    kill: () => {
      isKilled = true;
    },
  };
}
