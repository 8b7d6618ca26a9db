import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/config/deps.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { Notice, NoticeBody } from '#wire/desk/notices.ts';

/** The notices, which the ID entry shows for a time (rule 249). */
export interface Notices {
  /** Current, future and recently ended notices, the newest first. */
  all(): Promise<readonly Notice[]>;
  /** The notices that are shown now, the newest first. */
  current(): Promise<readonly Notice[]>;
  /**
   * Adds a notice without an ID, or replaces the stored notice with the same ID; returns null when no notice has the ID.
   * @param by who changes it
   */
  put(notice: NoticeBody, by: string): Promise<Notice | null>;
  /** Ends a notice now, or removes a future notice; returns false when no notice has the ID. */
  end(noticeId: string, by: string): Promise<boolean>;
}

/** How long an ended notice stays in the list of all notices. */
const LISTED_AFTER_END_MS = 30 * 24 * 60 * 60_000;

const noticeOf = (row: TableRow<'notices'>): Notice => ({
  noticeId: row.notice_id,
  ko: row.ko,
  en: row.en,
  from: row.starts_at,
  until: row.expires_at,
  by: row.changed_by,
  changedAt: row.changed_at,
});

export function noticesIn(db: Storage, now: Clock): Notices {
  const all = db.prepare<TableRow<'notices'>>(
    'SELECT * FROM notices WHERE expires_at > ? ORDER BY starts_at DESC, notice_id',
  );
  const shown = db.prepare<TableRow<'notices'>>(
    'SELECT * FROM notices WHERE starts_at <= ? AND expires_at > ? ORDER BY starts_at DESC, notice_id',
  );
  const find = db.prepare('SELECT 1 FROM notices WHERE notice_id = ?');
  const put = db.prepare(
    replaceIn('notices', ['notice_id'], ['ko', 'en', 'starts_at', 'expires_at', 'changed_by', 'changed_at']),
  );
  const remove = db.prepare('DELETE FROM notices WHERE notice_id = ? AND starts_at > ?');
  const end = db.prepare(`
    UPDATE notices SET expires_at = CASE WHEN expires_at > $now THEN $now ELSE expires_at END, changed_by = $by, changed_at = $now
    WHERE notice_id = $notice`);
  return {
    all: async () => (await all.all(now() - LISTED_AFTER_END_MS)).map(noticeOf),
    current: async () => (await shown.all(now(), now())).map(noticeOf),
    put: ({ noticeId, ko, en, from, until }, by) =>
      db.transaction(async () => {
        if (noticeId !== undefined && !(await find.get(noticeId))) return null;
        const id = noticeId ?? randomUUID();
        const changedAt = now();
        await put.run(id, ko, en, from, until, by, changedAt);
        return { noticeId: id, ko, en, from, until, by, changedAt };
      }),
    end: (noticeId, by) =>
      db.transaction(async () => {
        const removed = (await remove.run(noticeId, now())).changes;
        return removed > 0 || (await end.run({ $now: now(), $by: by, $notice: noticeId })).changes > 0;
      }),
  };
}
