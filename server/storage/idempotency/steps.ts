import { AsyncLocalStorage } from 'node:async_hooks';

/** The steps of a request that are completed, also when a killed server completed them and another one resumes. */
export interface CompletedSteps {
  /** The result of a completed step; undefined for one that is not completed. */
  resultOf<Value>(step: string): Promise<Value | undefined>;
  /**
   * Completes a step, with its result in one transaction, unless it is completed already.
   * @param work waits for the database alone, and gives what JSON can hold
   */
  once<Value>(step: string, work: () => Promise<Value>): Promise<Value>;
  /** Undoes a completed step, which is to be done again. */
  undo(step: string, work: () => Promise<void>): Promise<void>;
}

/** A request with an idempotency key: whatever server answers it, and however often it is sent, it has one outcome (decision 222). */
export interface IdempotentRequest extends CompletedSteps {
  /**
   * Stores its answer, in the transaction of what it tells: a server that ends before it has answered leaves the
   * answer to the next one.
   * @param fields of the answer, without the status
   * @param cookies of the answer, without those of the session
   */
  settle(fields: Readonly<Record<string, unknown>>, cookies: readonly string[]): Promise<void>;
}

const current = new AsyncLocalStorage<IdempotentRequest>();

/** Without an idempotency key nobody resumes a request, and nothing is stored. */
const WITHOUT_KEY: IdempotentRequest = {
  resultOf: async () => undefined,
  once: (_step, work) => work(),
  undo: (_step, work) => work(),
  settle: async () => undefined,
};

/** Runs `work` as this request: whatever it leads to finds the request by `idempotentRequest`. */
export const asIdempotentRequest = <Value>(
  request: IdempotentRequest,
  work: () => Promise<Value>,
): Promise<Value> => current.run(request, work);

/** The request that is being answered. */
export const idempotentRequest = (): IdempotentRequest => current.getStore() ?? WITHOUT_KEY;
