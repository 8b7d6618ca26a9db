import type { AnswerRecord } from '#machines/phone/phone.types.ts';
import type { Result } from '#machines/shared/result.ts';
import type { RecordStore } from '#phone/store/records.ts';

type Outcome = AnswerRecord['outcome'];

/**
 * The outcome of a person's answer to a request; null if the request is still open.
 * @param result the result of the call that has sent the answer
 * @param choice the chosen characters or number; null if the person denied the request
 */
export function outcomeOf(result: Result<undefined>, choice: string | null): Outcome | null {
  if (result.ok) return choice === null ? 'refused' : 'approved';
  const isMismatch =
    result.failure.kind === 'rejected' && ['010_2', 'wrongNumber'].includes(result.failure.code);
  return isMismatch ? 'mismatched' : null;
}

/** Stores a person's answer on this phone. An error of the storage is ignored, because the answer was already sent. */
export async function recordAnswer(
  records: Pick<RecordStore, 'add'>,
  { userId, service, browser }: Pick<AnswerRecord, 'userId' | 'service' | 'browser'>,
  outcome: Outcome | null,
): Promise<void> {
  if (outcome === null) return;
  await records.add({ at: Date.now(), userId, service, browser, outcome }).catch(() => undefined);
}
