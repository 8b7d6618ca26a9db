import type { Statement } from '#server/storage/statement.ts';
import type { Storage } from '#server/storage/storage.ts';

/** Creates a storage that counts the executed statements. */
export function countingStorage(db: Storage) {
  let count = 0;
  const counting =
    <Values extends readonly unknown[], Value>(run: (...values: Values) => Promise<Value>) =>
    (...values: Values): Promise<Value> => {
      count += 1;
      return run(...values);
    };
  const countingStatement = <Selected>({ get, all, run }: Statement<Selected>): Statement<Selected> => ({
    get: counting(get),
    all: counting(all),
    run: counting(run),
  });
  const storage: Storage = {
    ...db,
    prepare: <Selected extends object>(sql: string) => countingStatement(db.prepare<Selected>(sql)),
  };
  return { storage, statementCount: () => count };
}
