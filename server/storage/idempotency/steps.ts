import { AsyncLocalStorage } from 'node:async_hooks';

/** A step that is one statement. */
export type ResumableStep<Value> = {
  readonly work: () => Promise<Value>;
  readonly resume: () => Promise<Value>;
  readonly undo: (result: Value) => Promise<void>;
};

/** The completed steps of a request, including those of a crashed server that another one resumes. */
export interface CompletedSteps {
  /** The result of a completed step; undefined for any other. */
  resultOf<Value>(step: string): Promise<Value | undefined>;
  /**
   * Runs a step once, in one transaction with storing its result; returns the stored result when it is completed.
   * @param work waits for nothing but the database; its result has to be JSON
   */
  runOnce<Value>(step: string, work: () => Promise<Value>): Promise<Value>;
  /**
   * Runs a step once, in one statement with the record that it is completed. Its result is not stored.
   * @param step.resume reads the result of the completed step
   * @param step.undo undoes the step when another server has taken the request over
   */
  runOnceInOneStatement<Value>(name: string, step: ResumableStep<Value>): Promise<Value>;
  /** Undoes a completed step, so that it can run again. */
  undo(step: string, work: () => Promise<void>): Promise<void>;
}

/**
 * A request with an idempotency key, which has one outcome however often it is sent and whichever server answers
 * (rule 222).
 */
export interface IdempotentRequest extends CompletedSteps {
  /**
   * Stores the answer, in the same transaction as the changes that it reports, for a repetition after a crash.
   * @param fields of the answer, without the status
   * @param cookies of the answer, without those of the session
   */
  settle(fields: Readonly<Record<string, unknown>>, cookies: readonly string[]): Promise<void>;
}

const current = new AsyncLocalStorage<IdempotentRequest>();

/** For requests without an idempotency key, of which nothing is stored. */
const WITHOUT_KEY: IdempotentRequest = {
  resultOf: async () => undefined,
  runOnce: (_step, work) => work(),
  runOnceInOneStatement: (_name, { work }) => work(),
  undo: (_step, work) => work(),
  settle: async () => undefined,
};

/** Runs `work` with this request as the current one, returned by `idempotentRequest`. */
export const asIdempotentRequest = <Value>(
  request: IdempotentRequest,
  work: () => Promise<Value>,
): Promise<Value> => current.run(request, work);

/** The current request. */
export const idempotentRequest = (): IdempotentRequest => current.getStore() ?? WITHOUT_KEY;
