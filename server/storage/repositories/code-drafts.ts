import type { Clock } from '#server/config/deps.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { Channel, CodeSubject } from './sent-codes.ts';

/**
 * A code that is being sent. Sends of the same code through different channels have the same number (column `send_number`).
 */
export type CodeDraft = { readonly code: string; readonly sendNumber: number };

/** Codes that are being sent. They are stored so that two channels can send the same code (rule 25). */
export interface CodeDrafts {
  /**
   * The code to send: the same code that was just sent through another channel, or a new code.
   * @param isUsed whether a code was used already
   */
  begin(
    subject: CodeSubject,
    channel: Channel,
    newCode: () => string,
    isUsed: (code: string) => Promise<boolean>,
  ): Promise<CodeDraft>;
  /** Records that a send has just ended; for a short time, a send through another channel gets the same code. */
  recordEnd(subject: CodeSubject, sendNumber: number): Promise<void>;
}

/** For so long after a send, a send through another channel gets the same code. */
const SAME_CODE_MS = 10_000;

const subjectKey = ({ session, clientId, userId, purpose }: CodeSubject): string =>
  JSON.stringify([session.key, clientId, userId, purpose]);

export function codeDraftsIn(db: Storage, now: Clock): CodeDrafts {
  const sealedCodes = sealedColumn(db, 'code_drafts', 'code');
  const bySubject = db.prepare<TableRow<'code_drafts'>>(
    'SELECT code, send_number, channels, touched_at FROM code_drafts WHERE subject = ?',
  );
  const write = db.prepare(
    replaceIn('code_drafts', ['subject'], ['code', 'send_number', 'channels', 'touched_at']),
  );
  const setTouchedAt = db.prepare(
    'UPDATE code_drafts SET touched_at = ? WHERE subject = ? AND send_number = ?',
  );
  return {
    begin: (subject, channel, newCode, isUsed) =>
      db.transaction(async () => {
        const row = await bySubject.get(subjectKey(subject));
        const channels = String(row?.channels ?? '').split(' ');
        const getsSameCode =
          row !== undefined &&
          now() - row.touched_at <= SAME_CODE_MS &&
          !channels.includes(channel) &&
          !(await isUsed(sealedCodes.open(row.code)));
        const draft = getsSameCode
          ? { code: sealedCodes.open(row.code), sendNumber: row.send_number }
          : { code: newCode(), sendNumber: Math.max(now(), Number(row?.send_number ?? 0) + 1) };
        const sentChannels = getsSameCode ? [...channels, channel] : [channel];
        await write.run(
          subjectKey(subject),
          sealedCodes.seal(draft.code),
          draft.sendNumber,
          sentChannels.join(' '),
          now(),
        );
        return draft;
      }),
    async recordEnd(subject, sendNumber) {
      await setTouchedAt.run(now(), subjectKey(subject), sendNumber);
    },
  };
}
