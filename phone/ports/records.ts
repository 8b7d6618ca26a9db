import type { AnswerRecord } from '#machines/phone/phone.types.ts';
import type { Result } from '#machines/shared/result.ts';
import type { RecordStore } from '#phone/store/records.ts';

type Outcome = AnswerRecord['outcome'];

/** The outcome of an answer at the portal; null when the answer did not decide the request. @param choice null refuses */
export function outcomeOf(answer: Result<undefined>, choice: string | null): Outcome | null {
  if (answer.ok) return choice === null ? 'refused' : 'approved';
  const isMismatch =
    answer.failure.kind === 'rejected' && ['010_2', 'wrongNumber'].includes(answer.failure.code);
  return isMismatch ? 'mismatched' : null;
}

/** Records an answer on this phone. A failure to record it is ignored: the answer itself has been sent. */
export async function recordAnswer(
  records: Pick<RecordStore, 'add'>,
  { userId, service, browser }: Pick<AnswerRecord, 'userId' | 'service' | 'browser'>,
  outcome: Outcome | null,
): Promise<void> {
  if (outcome === null) return;
  await records.add({ at: Date.now(), userId, service, browser, outcome }).catch(() => undefined);
}
