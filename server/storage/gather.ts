import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Row } from './statement.ts';

type Run = (query: CompiledQuery) => Promise<QueryResult<Row>>;
/** Runs several statements (all of them or none) and returns their results in the same order. */
type RunAll = (queries: readonly CompiledQuery[]) => Promise<readonly QueryResult<Row>[]>;

/** Runs several parts concurrently, like Promise.all, and combines the statements that the parts issue. */
export type Gather = <const Parts extends readonly unknown[]>(
  parts: () => Parts,
) => Promise<{ -readonly [Part in keyof Parts]: Awaited<Parts[Part]> }>;

type PendingStatement = {
  readonly query: CompiledQuery;
  readonly resolve: (result: QueryResult<Row>) => void;
  readonly reject: (error: unknown) => void;
};

/** Statements that are issued together, and the number of earlier executions that have not ended. */
type StatementBatch = { pending: PendingStatement[]; runningCount: number };

/**
 * Combines statements that are issued without awaiting each other.
 * @param runAlone runs one statement
 * @param runAll runs two or more statements
 */
export function statementCombiner(runAlone: Run, runAll: RunAll) {
  const currentBatch = new AsyncLocalStorage<StatementBatch | null>();

  const flush = async (batch: StatementBatch): Promise<void> => {
    const { pending } = batch;
    batch.pending = [];
    batch.runningCount += 1;
    const queries = pending.map(({ query }) => query);
    try {
      const [first] = queries;
      const results = queries.length === 1 && first ? [await runAlone(first)] : await runAll(queries);
      pending.forEach(({ resolve }, index) => {
        resolve(results[index] as QueryResult<Row>);
      });
    } catch (error) {
      for (const { reject } of pending) reject(error);
    } finally {
      batch.runningCount -= 1;
    }
  };

  /**
   * Waits for the statements of the other parts after one part has failed: their transaction must not end before them.
   */
  const waitForStatements = async (batch: StatementBatch): Promise<void> => {
    while (batch.pending.length + batch.runningCount > 0) await setImmediate();
  };

  const gather: Gather = async (parts) => {
    if (currentBatch.getStore()) return Promise.all(parts());
    const batch: StatementBatch = { pending: [], runningCount: 0 };
    try {
      return await currentBatch.run(batch, () => Promise.all(parts()));
    } finally {
      await waitForStatements(batch);
    }
  };

  return {
    gather,
    /** Runs `work` without combining: each of its statements is sent alone. */
    withoutGather: <Value>(work: () => Promise<Value>): Promise<Value> => currentBatch.run(null, work),
    run(query: CompiledQuery): Promise<QueryResult<Row>> {
      const batch = currentBatch.getStore();
      if (!batch) return runAlone(query);
      return new Promise((resolve, reject) => {
        batch.pending.push({ query, resolve, reject });
        // `nextTick` runs after all pending microtasks; by then every part has issued its statement.
        if (batch.pending.length === 1) queueMicrotask(() => process.nextTick(flush, batch));
      });
    },
  };
}

/** Whether a statement only reads and writes nothing. */
export const isReadStatement = ({ sql }: CompiledQuery): boolean => /^\s*SELECT\b/i.test(sql);
