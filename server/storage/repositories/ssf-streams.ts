import type { Clock } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

export const STREAM_STATUSES = ['enabled', 'paused', 'disabled'] as const;

/** `paused`: events wait; `disabled`: events are dropped (SSF 1.0, section 8.1.2). */
export type StreamStatus = (typeof STREAM_STATUSES)[number];

/** The status of a stream, and the receiver's reason for it. */
export type SsfStream = { readonly status: StreamStatus; readonly reason: string | null };

/**
 * The streams of the configured receivers. The subjects of a stream are all people whom its receiver has not removed.
 */
export interface SsfStreams {
  /** Creates streams for these receivers, and removes all other streams. */
  configure(receivers: readonly string[]): Promise<void>;
  find(receiver: string): Promise<SsfStream | null>;
  setStatus(receiver: string, stream: SsfStream): Promise<void>;
  addSubject(receiver: string, userId: string): Promise<void>;
  removeSubject(receiver: string, userId: string): Promise<void>;
  /** Records a verification; returns false when the previous verification was less than `intervalMs` ago. */
  beginVerification(receiver: string, intervalMs: number): Promise<boolean>;
}

export function ssfStreamsIn(db: Storage, now: Clock): SsfStreams {
  const all = db.prepare<TableRow<'ssf_streams'>>('SELECT * FROM ssf_streams');
  const insert = db.prepare(
    "INSERT INTO ssf_streams (receiver, status) VALUES (?, 'enabled') ON CONFLICT DO NOTHING",
  );
  const remove = db.prepare('DELETE FROM ssf_streams WHERE receiver = ?');
  const find = db.prepare<TableRow<'ssf_streams'>>('SELECT * FROM ssf_streams WHERE receiver = ?');
  const write = db.prepare('UPDATE ssf_streams SET status = ?, reason = ? WHERE receiver = ?');
  const addSubject = db.prepare('DELETE FROM ssf_removed_subjects WHERE receiver = ? AND user_id = ?');
  const removeSubject = db.prepare(
    'INSERT INTO ssf_removed_subjects (receiver, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const verify = db.prepare(`
    UPDATE ssf_streams SET verified_at = $now
    WHERE receiver = $receiver AND (verified_at IS NULL OR verified_at <= $since)`);
  return {
    configure: (receivers) =>
      db.transaction(async () => {
        for (const { receiver } of await all.all())
          if (!receivers.includes(receiver)) await remove.run(receiver);
        for (const receiver of receivers) await insert.run(receiver);
      }),
    async find(receiver) {
      const row = await find.get(receiver);
      return row ? { status: row.status as StreamStatus, reason: row.reason } : null;
    },
    async setStatus(receiver, { status, reason }) {
      await write.run(status, reason, receiver);
    },
    async addSubject(receiver, userId) {
      await addSubject.run(receiver, userId);
    },
    async removeSubject(receiver, userId) {
      await removeSubject.run(receiver, userId);
    },
    beginVerification: async (receiver, intervalMs) =>
      (await verify.run({ $receiver: receiver, $now: now(), $since: now() - intervalMs })).changes > 0,
  };
}
