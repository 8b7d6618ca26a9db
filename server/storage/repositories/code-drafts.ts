import type { Clock } from '#server/config/deps.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { Channel, CodeSubject } from './sent-codes.ts';

/** A code while it is being sent. */
export type CodeDraft = { readonly code: string; readonly turn: number };

/** Codes that are being sent, so that two channels can carry the same code (rule 25). */
export interface CodeDrafts {
  /**
   * The code for a send: the one that was just sent by another channel, else a new one.
   * @param isSpent whether a code was used already
   */
  begin(
    subject: CodeSubject,
    channel: Channel,
    newCode: () => string,
    isSpent: (code: string) => Promise<boolean>,
  ): Promise<CodeDraft>;
  /** Records when a send ended: the other channel carries the same code for a short time after that. */
  touch(subject: CodeSubject, turn: number): Promise<void>;
}

/** Time in which a send by another channel carries the same code. */
const SAME_SEND_MS = 10_000;

const keyOf = ({ session, clientId, userId, purpose }: CodeSubject): string =>
  JSON.stringify([session.key, clientId, userId, purpose]);

export function codeDraftsIn(db: Storage, now: Clock): CodeDrafts {
  const sealed = sealedColumn(db, 'code_drafts', 'code');
  const bySubject = db.prepare<TableRow<'code_drafts'>>(
    'SELECT code, turn, channels, touched_at FROM code_drafts WHERE subject = ?',
  );
  const write = db.prepare(replaceIn('code_drafts', ['subject'], ['code', 'turn', 'channels', 'touched_at']));
  const touch = db.prepare('UPDATE code_drafts SET touched_at = ? WHERE subject = ? AND turn = ?');
  return {
    begin: (subject, channel, newCode, isSpent) =>
      db.transaction(async () => {
        const row = await bySubject.get(keyOf(subject));
        const channels = String(row?.channels ?? '').split(' ');
        const isSameSend =
          row !== undefined &&
          now() - row.touched_at <= SAME_SEND_MS &&
          !channels.includes(channel) &&
          !(await isSpent(sealed.open(row.code)));
        const draft = isSameSend
          ? { code: sealed.open(row.code), turn: row.turn }
          : { code: newCode(), turn: Math.max(now(), Number(row?.turn ?? 0) + 1) };
        const carryingChannels = isSameSend ? [...channels, channel] : [channel];
        await write.run(
          keyOf(subject),
          sealed.seal(draft.code),
          draft.turn,
          carryingChannels.join(' '),
          now(),
        );
        return draft;
      }),
    async touch(subject, turn) {
      await touch.run(now(), keyOf(subject), turn);
    },
  };
}
