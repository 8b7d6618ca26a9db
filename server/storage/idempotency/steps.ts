import { AsyncLocalStorage } from 'node:async_hooks';

/** A step of a request that consists of a single statement. */
export type ResumableStep<Value> = {
  /** Runs the statement. */
  readonly work: () => Promise<Value>;
  /** Reads the result of the completed step, instead of `work`. */
  readonly resume: () => Promise<Value>;
  /** Undoes the step, when another server has taken the request over. */
  readonly undo: (result: Value) => Promise<void>;
};

/** The completed steps of a request, including steps of a crashed server whose request this server has taken over. */
export interface CompletedSteps {
  /** The result of a completed step; undefined when the step is not completed. */
  resultOf<Value>(step: string): Promise<Value | undefined>;
  /**
   * Runs a step and stores its result in the same transaction. Returns the stored result if the step is completed.
   * @param work may wait only for the database; its result must be JSON
   */
  runOnce<Value>(step: string, work: () => Promise<Value>): Promise<Value>;
  /**
   * Runs a step and records in the same statement that the step is completed. The result is not stored.
   */
  runOnceInOneStatement<Value>(name: string, step: ResumableStep<Value>): Promise<Value>;
  /** Undoes a completed step with `work`, so that the step can run again. */
  undo(step: string, work: () => Promise<void>): Promise<void>;
}

/**
 * A request with an idempotency key. It has one outcome, however often it is sent and whichever server answers
 * (rule 222).
 */
export interface IdempotentRequest extends CompletedSteps {
  /**
   * Stores the answer for a repetition after a crash; to be called in the transaction with the changes of the request.
   * @param fields the fields of the answer, without the status
   * @param cookies the cookies of the answer, without the session cookie
   */
  settle(fields: Readonly<Record<string, unknown>>, cookies: readonly string[]): Promise<void>;
}

const current = new AsyncLocalStorage<IdempotentRequest>();

/** The request when it has no idempotency key; nothing of it is stored. */
const WITHOUT_KEY: IdempotentRequest = {
  resultOf: async () => undefined,
  runOnce: (_step, work) => work(),
  runOnceInOneStatement: (_name, { work }) => work(),
  undo: (_step, work) => work(),
  settle: async () => undefined,
};

/** Runs `work`; during that, `idempotentRequest` returns this request. */
export const asIdempotentRequest = <Value>(
  request: IdempotentRequest,
  work: () => Promise<Value>,
): Promise<Value> => current.run(request, work);

/** The current request. */
export const idempotentRequest = (): IdempotentRequest => current.getStore() ?? WITHOUT_KEY;
