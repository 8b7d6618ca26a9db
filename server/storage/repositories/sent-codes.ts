import type { Clock } from '#server/config/deps.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** Channels of a message, as in the send calls (spec section 7). */
export type Channel = 'sms' | 'inmail' | 'exmail';

/** The purpose of a code or push: one of a sign-in passes no identity check, and the reverse (rule 178). */
export type CodePurpose = 'login' | 'identity';

/** The scope of a code, which is invalid in another session, at another client, for another person or purpose. */
export type CodeSubject = {
  readonly session: Session;
  readonly clientId: string;
  readonly userId: string;
  readonly purpose: CodePurpose;
};

type SentCode = {
  readonly code: string;
  /** Number of the code among those of the login. */
  readonly turn: number;
  /** The channels by which it was sent. */
  readonly channels: readonly Channel[];
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly isUsed: boolean;
};

/** A code that was sent by a channel. Sends of one `turn` carry the same code (rule 25). */
type Delivery = Pick<SentCode, 'code' | 'turn' | 'expiresAt'> & {
  readonly channel: Channel;
};

export interface SentCodes {
  find(subject: CodeSubject): Promise<SentCode | null>;
  /** Replaces the code of an earlier turn; a delivery of an earlier turn that ends late changes nothing. */
  record(subject: CodeSubject, delivery: Delivery): Promise<void>;
  /** Uses the code of a turn up. Returns false when it was used or replaced in the meantime. */
  spend(subject: CodeSubject, turn: number): Promise<boolean>;
  /**
   * Counts an entry before it is compared, in one statement. Returns the number of entries; null when there were
   * `max` already.
   */
  countEntry(subject: CodeSubject, max: number): Promise<number | null>;
}

/** The code of each login: at most one is valid. */
export function sentCodesIn(db: Storage, now: Clock): SentCodes {
  const sealed = sealedColumn(db, 'sent_codes', 'code');
  const bySubject = db.prepare<TableRow<'sent_codes'>>(
    'SELECT * FROM sent_codes WHERE session = ? AND client_id = ? AND user_id = ? AND purpose = ?',
  );
  const upsert = db.prepare(`
    INSERT INTO sent_codes (session, client_id, user_id, purpose, code, turn, channels, expires_at, failures)
    VALUES ($session, $client, $user, $purpose, $code, $turn, $channel, $expiresAt, 0)
    ON CONFLICT (session, client_id, user_id, purpose) DO UPDATE SET
      failures = CASE WHEN sent_codes.turn = excluded.turn THEN sent_codes.failures ELSE 0 END,
      channels = CASE WHEN sent_codes.turn = excluded.turn THEN sent_codes.channels || ' ' ELSE '' END
        || excluded.channels,
      used_at = CASE WHEN sent_codes.turn = excluded.turn THEN sent_codes.used_at END,
      code = excluded.code, turn = excluded.turn, expires_at = excluded.expires_at
    WHERE excluded.turn >= sent_codes.turn`);
  const spend = db.prepare(`
    UPDATE sent_codes SET used_at = ?
    WHERE session = ? AND client_id = ? AND user_id = ? AND purpose = ? AND turn = ? AND used_at IS NULL`);
  const countEntry = db.prepare<TableRow<'sent_codes'>>(`
    UPDATE sent_codes SET failures = failures + 1
    WHERE session = ? AND client_id = ? AND user_id = ? AND purpose = ? AND failures < ? RETURNING failures`);
  return {
    async find({ session, clientId, userId, purpose }) {
      const row = await bySubject.get(session.key, clientId, userId, purpose);
      return row
        ? {
            code: sealed.open(row.code),
            turn: row.turn,
            channels: row.channels.split(' ') as Channel[],
            expiresAt: row.expires_at,
            isUsed: row.used_at !== null,
          }
        : null;
    },
    async record({ session, clientId, userId, purpose }, { code, turn, channel, expiresAt }) {
      await upsert.run({
        $session: session.key,
        $client: clientId,
        $user: userId,
        $purpose: purpose,
        $code: sealed.seal(code),
        $turn: turn,
        $channel: channel,
        $expiresAt: expiresAt,
      });
    },
    spend: async ({ session, clientId, userId, purpose }, turn) =>
      (await spend.run(now(), session.key, clientId, userId, purpose, turn)).changes > 0,
    async countEntry({ session, clientId, userId, purpose }, max) {
      const row = await countEntry.get(session.key, clientId, userId, purpose, max);
      return row ? row.failures : null;
    },
  };
}
