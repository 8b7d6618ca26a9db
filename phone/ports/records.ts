import type { AnswerRecord } from '#machines/phone/phone.types.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Records } from '#phone/store/records.ts';

type Outcome = AnswerRecord['outcome'];

/** How an answer ended at the portal; null when it decided nothing. @param choice null refuses */
export function outcomeOf(answer: Result<undefined>, choice: string | null): Outcome | null {
  if (answer.ok) return choice === null ? 'refused' : 'approved';
  const isMismatch =
    answer.failure.kind === 'rejected' && ['010_2', 'wrongNumber'].includes(answer.failure.code);
  return isMismatch ? 'mismatched' : null;
}

/** Records an answer on this phone. An answer that has arrived counts where the phone cannot record it, too. */
export async function recordAnswer(
  records: Pick<Records, 'add'>,
  { userId, service, browser }: Pick<AnswerRecord, 'userId' | 'service' | 'browser'>,
  outcome: Outcome | null,
): Promise<void> {
  if (outcome === null) return;
  await records.add({ at: Date.now(), userId, service, browser, outcome }).catch(() => undefined);
}
