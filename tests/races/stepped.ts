import { StorageLostError } from '#server/storage/lost.ts';
import type { Statement } from '#server/storage/statement.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { Turnstile } from './turnstile.ts';

/** A storage each step of which, a statement, or the beginning or the end of a transaction, passes a turnstile. */
export function stepped(
  storage: Storage,
  { enter }: Turnstile,
): {
  readonly storage: Storage;
  /** From now on nothing comes to the database. */
  kill(): void;
} {
  let isKilled = false;
  const alive = <Value>(work: () => Promise<Value>): Promise<Value> =>
    isKilled ? Promise.reject(new StorageLostError('The server was killed')) : work();

  const step = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const done = await enter();
    try {
      return await alive(work);
    } finally {
      done();
    }
  };

  const steppedStatement = <Selected>(statement: Statement<Selected>): Statement<Selected> => ({
    get: (...values) => step(() => statement.get(...values)),
    all: (...values) => step(() => statement.all(...values)),
    run: (...values) => step(() => statement.run(...values)),
  });

  /** What is done again after a collision begins as it has ended: with a step under way. */
  const whole = async <Value>(
    work: () => Promise<Value>,
    begin: (inside: () => Promise<Value>) => Promise<Value>,
  ): Promise<Value> => {
    let done = await enter();
    try {
      return await alive(() =>
        begin(async () => {
          done();
          const value = await work();
          done = await enter();
          return alive(async () => value);
        }),
      );
    } finally {
      done();
    }
  };

  const replaced: Partial<Storage> = {
    prepare: <Selected extends object>(sql: string) => steppedStatement(storage.prepare<Selected>(sql)),
    transaction: (work) => whole(work, storage.transaction),
    commitTogether: (work) => whole(work, storage.commitTogether),
    runExclusively: (work) => whole(work, storage.runExclusively),
    tryExclusively: (work, otherwise) => whole(work, (inside) => storage.tryExclusively(inside, otherwise)),
    presence: {
      name: () => alive(storage.presence.name),
      isProcessAlive: (name) => alive(() => storage.presence.isProcessAlive(name)),
      close: storage.presence.close,
    },
  };
  return {
    storage: Object.assign(Object.create(storage), replaced),
    kill: () => {
      isKilled = true;
    },
  };
}
