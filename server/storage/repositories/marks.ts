import type { Clock } from '#server/config/deps.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/**
 * What a mark of a session proves about a person at a client (rule 173): a verified link, a contact that the person
 * knows, a second entry of the password, a passed identity check, or a correct answer.
 */
export type MarkKind = 'link' | 'contact' | 'password' | 'identity' | 'answer';

/** The content of a mark. */
export type Mark = {
  /**
   * For a link its kind and hash, for a contact its type, for an identity check its method, for an answer the id of the
   * question; empty for a password.
   */
  readonly value: string;
  /** Epoch milliseconds. */
  readonly at: number;
};

type MarkSubject = { readonly userId: string; readonly clientId: string };

/** The marks of sessions. A mark is valid for 10 minutes, only in its session, for its person and its client. */
export interface Marks {
  /** A mark; null when there is none, it has expired, or the session id is retired. */
  find(session: Session, subject: MarkSubject, kind: MarkKind): Promise<Mark | null>;
  record(session: Session, subject: MarkSubject, kind: MarkKind, value: string): Promise<void>;
  /** Whether the session has a mark for a link of this kind. */
  hasLink(session: Session, clientId: string, linkKind: string): Promise<boolean>;
  drop(session: Session, subject: MarkSubject, kinds: readonly MarkKind[]): Promise<void>;
  /** Removes the marks and identity tokens of all other people, after an ID was entered. */
  removeOfOthers(session: Session, userId: string): Promise<void>;
}

const LIFETIME_MS = 10 * 60_000;

export function marksIn(db: Storage, now: Clock): Marks {
  const byKind = db.prepare<TableRow<'marks'>>(`
    SELECT value, made_at FROM marks
    WHERE session = ? AND client_id = ? AND user_id = ? AND kind = ? AND made_at > ?`);
  const linkOf = db.prepare<TableRow<'marks'>>(`
    SELECT 1 FROM marks
    WHERE session = ? AND client_id = ? AND kind = 'link' AND value LIKE ? AND made_at > ?`);
  const insert = db.prepare(
    replaceIn('marks', ['session', 'client_id', 'user_id', 'kind'], ['value', 'made_at']),
  );
  const remove = db.prepare(
    'DELETE FROM marks WHERE session = ? AND client_id = ? AND user_id = ? AND kind = ?',
  );
  const removeOthers = db.prepare('DELETE FROM marks WHERE session = ? AND user_id <> ?');
  const removeTokens = db.prepare('DELETE FROM identity_tokens WHERE session = ? AND user_id <> ?');
  return {
    async find(session, { userId, clientId }, kind) {
      const row = session.isRetired
        ? undefined
        : await byKind.get(session.key, clientId, userId, kind, now() - LIFETIME_MS);
      return row ? { value: row.value, at: row.made_at } : null;
    },
    async record(session, { userId, clientId }, kind, value) {
      await insert.run(session.key, clientId, userId, kind, value, now());
    },
    hasLink: async (session, clientId, linkKind) =>
      !session.isRetired &&
      (await linkOf.get(session.key, clientId, `${linkKind} %`, now() - LIFETIME_MS)) !== undefined,
    async drop(session, { userId, clientId }, kinds) {
      for (const kind of kinds) await remove.run(session.key, clientId, userId, kind);
    },
    async removeOfOthers(session, userId) {
      await db.gather(() => [removeOthers.run(session.key, userId), removeTokens.run(session.key, userId)]);
    },
  };
}
