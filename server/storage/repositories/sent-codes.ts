import type { Clock } from '#server/config/deps.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The channels of messages, as in the send calls (spec section 7): SMS, internal mail, private mail. */
export type Channel = 'sms' | 'inmail' | 'exmail';

/** The purpose of a code or push. A code for a sign-in does not pass an identity check, and the reverse (rule 178). */
export type CodePurpose = 'login' | 'identity';

/** The scope of a code: it is valid only in this session, at this client, for this person and this purpose. */
export type CodeSubject = {
  readonly session: Session;
  readonly clientId: string;
  readonly userId: string;
  readonly purpose: CodePurpose;
};

/** The code that was sent last. */
type SentCode = {
  readonly code: string;
  /** Number of the send (column `send_number`). A later send with a new code has a higher number. */
  readonly sendNumber: number;
  /** The channels through which the code was sent. */
  readonly channels: readonly Channel[];
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly isUsed: boolean;
};

/** A code that was sent through a channel. Sends with the same `sendNumber` have the same code (rule 25). */
type Delivery = Pick<SentCode, 'code' | 'sendNumber' | 'expiresAt'> & {
  readonly channel: Channel;
};

/** The sent codes. For each subject, only the code that was sent last is valid. */
export interface SentCodes {
  find(subject: CodeSubject): Promise<SentCode | null>;
  /** Stores a sent code in the place of earlier codes. Does nothing if a code of a later send is stored already. */
  record(subject: CodeSubject, delivery: Delivery): Promise<void>;
  /** Marks a code as used. Returns false when it was used or replaced in the meantime. */
  consume(subject: CodeSubject, sendNumber: number): Promise<boolean>;
  /**
   * Counts an entry of a code before the entry is verified, in one statement. Returns the number of entries; null when
   * there were `max` entries already.
   */
  countEntry(subject: CodeSubject, max: number): Promise<number | null>;
}

export function sentCodesIn(db: Storage, now: Clock): SentCodes {
  const sealedCodes = sealedColumn(db, 'sent_codes', 'code');
  const bySubject = db.prepare<TableRow<'sent_codes'>>(
    'SELECT * FROM sent_codes WHERE session = ? AND client_id = ? AND user_id = ? AND purpose = ?',
  );
  const upsert = db.prepare(`
    INSERT INTO sent_codes (session, client_id, user_id, purpose, code, send_number, channels, expires_at, failures)
    VALUES ($session, $client, $user, $purpose, $code, $sendNumber, $channel, $expiresAt, 0)
    ON CONFLICT (session, client_id, user_id, purpose) DO UPDATE SET
      failures = CASE WHEN sent_codes.send_number = excluded.send_number THEN sent_codes.failures ELSE 0 END,
      channels = CASE WHEN sent_codes.send_number = excluded.send_number THEN sent_codes.channels || ' ' ELSE '' END
        || excluded.channels,
      used_at = CASE WHEN sent_codes.send_number = excluded.send_number THEN sent_codes.used_at END,
      code = excluded.code, send_number = excluded.send_number, expires_at = excluded.expires_at
    WHERE excluded.send_number >= sent_codes.send_number`);
  const setUsed = db.prepare(`
    UPDATE sent_codes SET used_at = ?
    WHERE session = ? AND client_id = ? AND user_id = ? AND purpose = ? AND send_number = ? AND used_at IS NULL`);
  const countEntry = db.prepare<TableRow<'sent_codes'>>(`
    UPDATE sent_codes SET failures = failures + 1
    WHERE session = ? AND client_id = ? AND user_id = ? AND purpose = ? AND failures < ? RETURNING failures`);
  return {
    async find({ session, clientId, userId, purpose }) {
      const row = await bySubject.get(session.key, clientId, userId, purpose);
      return row
        ? {
            code: sealedCodes.open(row.code),
            sendNumber: row.send_number,
            channels: row.channels.split(' ') as Channel[],
            expiresAt: row.expires_at,
            isUsed: row.used_at !== null,
          }
        : null;
    },
    async record({ session, clientId, userId, purpose }, { code, sendNumber, channel, expiresAt }) {
      await upsert.run({
        $session: session.key,
        $client: clientId,
        $user: userId,
        $purpose: purpose,
        $code: sealedCodes.seal(code),
        $sendNumber: sendNumber,
        $channel: channel,
        $expiresAt: expiresAt,
      });
    },
    consume: async ({ session, clientId, userId, purpose }, sendNumber) =>
      (await setUsed.run(now(), session.key, clientId, userId, purpose, sendNumber)).changes > 0,
    async countEntry({ session, clientId, userId, purpose }, max) {
      const row = await countEntry.get(session.key, clientId, userId, purpose, max);
      return row ? row.failures : null;
    },
  };
}
