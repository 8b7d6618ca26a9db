import { type Progress, UNNOTED } from '#server/storage/repositories/submissions.ts';

/** One press of a person: whatever server works on it, and however often, it has one outcome (decision 222). */
export interface Press extends Progress {
  /**
   * Keeps its good answer, in the transaction of what it tells: a process that ends before it has answered leaves it
   * to whoever is asked next.
   * @param fields beside the status
   * @param cookies that the answer carries beside those of the visit
   */
  settle(fields: Readonly<Record<string, unknown>>, cookies: readonly string[]): Promise<void>;
}

/** A press that its page gave no name. */
export const NAMELESS: Press = { ...UNNOTED, settle: async () => undefined };
