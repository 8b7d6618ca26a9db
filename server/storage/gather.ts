import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Row } from './statement.ts';

type Run = (query: CompiledQuery) => Promise<QueryResult<Row>>;
/** Runs several statements, all or none, and returns their results in order. */
type RunAll = (queries: readonly CompiledQuery[]) => Promise<readonly QueryResult<Row>[]>;

/** Runs several parts concurrently, as Promise.all, and combines their statements. */
export type Gather = <const Parts extends readonly unknown[]>(
  parts: () => Parts,
) => Promise<{ -readonly [Part in keyof Parts]: Awaited<Parts[Part]> }>;

type PendingStatement = {
  readonly query: CompiledQuery;
  readonly resolve: (result: QueryResult<Row>) => void;
  readonly reject: (error: unknown) => void;
};

type StatementBatch = { waiting: PendingStatement[]; running: number };

/**
 * Combines statements that are issued without awaiting each other.
 * @param run runs a statement alone
 * @param runAll runs two or more
 */
export function gathererOf(run: Run, runAll: RunAll) {
  const current = new AsyncLocalStorage<StatementBatch | null>();

  const flush = async (batch: StatementBatch): Promise<void> => {
    const { waiting } = batch;
    batch.waiting = [];
    batch.running += 1;
    const queries = waiting.map(({ query }) => query);
    try {
      const [first] = queries;
      const results = queries.length === 1 && first ? [await run(first)] : await runAll(queries);
      waiting.forEach(({ resolve }, index) => {
        resolve(results[index] as QueryResult<Row>);
      });
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    } finally {
      batch.running -= 1;
    }
  };

  /** After a failed part, waits for the statements of the others, which have to end before their transaction. */
  const waitForStatements = async (batch: StatementBatch): Promise<void> => {
    while (batch.waiting.length + batch.running > 0) await setImmediate();
  };

  const gather: Gather = async (parts) => {
    if (current.getStore()) return Promise.all(parts());
    const batch: StatementBatch = { waiting: [], running: 0 };
    try {
      return await current.run(batch, () => Promise.all(parts()));
    } finally {
      await waitForStatements(batch);
    }
  };

  return {
    gather,
    /** Runs `work` outside the combination: each of its statements is sent alone. */
    withoutGather: <Value>(work: () => Promise<Value>): Promise<Value> => current.run(null, work),
    run(query: CompiledQuery): Promise<QueryResult<Row>> {
      const batch = current.getStore();
      if (!batch) return run(query);
      return new Promise((resolve, reject) => {
        batch.waiting.push({ query, resolve, reject });
        // A tick runs after all pending microtasks, by when every part has issued its statement.
        if (batch.waiting.length === 1) queueMicrotask(() => process.nextTick(flush, batch));
      });
    },
  };
}

/** Whether a statement only reads. */
export const isReading = ({ sql }: CompiledQuery): boolean => /^\s*SELECT\b/i.test(sql);
