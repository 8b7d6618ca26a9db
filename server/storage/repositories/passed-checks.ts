import type { Clock } from '#server/config/deps.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/**
 * What a session has checked about a person at a client (rule 173): an opened password link, a contact that the person
 * knows, a second entry of the password, the identity check, or the answer to a security question.
 */
export type CheckKind = 'link' | 'contact' | 'password' | 'identity' | 'answer';

/** A check that a session has passed. */
export type PassedCheck = {
  /**
   * For a link its kind and hash, for a contact its type, for an identity check its method, for an answer the id of the
   * question; empty for a password.
   */
  readonly value: string;
  /** Epoch milliseconds. */
  readonly at: number;
};

type CheckSubject = { readonly userId: string; readonly clientId: string };

/** The passed checks of sessions. Each is valid for 10 minutes, in its session, for its person and its client. */
export interface PassedChecks {
  /** A passed check; null when there is none, it has expired, or the session id is retired. */
  find(session: Session, subject: CheckSubject, kind: CheckKind): Promise<PassedCheck | null>;
  record(session: Session, subject: CheckSubject, kind: CheckKind, value: string): Promise<void>;
  /** Whether a link of this kind was opened in the session. */
  hasLink(session: Session, clientId: string, linkKind: string): Promise<boolean>;
  drop(session: Session, subject: CheckSubject, kinds: readonly CheckKind[]): Promise<void>;
  /** Removes the passed checks and identity tokens of all other people, after an ID was entered. */
  removeOfOthers(session: Session, userId: string): Promise<void>;
}

const LIFETIME_MS = 10 * 60_000;

export function passedChecksIn(db: Storage, now: Clock): PassedChecks {
  const byKind = db.prepare<TableRow<'passed_checks'>>(`
    SELECT value, passed_at FROM passed_checks
    WHERE session = ? AND client_id = ? AND user_id = ? AND kind = ? AND passed_at > ?`);
  const linkOf = db.prepare<TableRow<'passed_checks'>>(`
    SELECT 1 FROM passed_checks
    WHERE session = ? AND client_id = ? AND kind = 'link' AND value LIKE ? AND passed_at > ?`);
  const insert = db.prepare(
    replaceIn('passed_checks', ['session', 'client_id', 'user_id', 'kind'], ['value', 'passed_at']),
  );
  const remove = db.prepare(
    'DELETE FROM passed_checks WHERE session = ? AND client_id = ? AND user_id = ? AND kind = ?',
  );
  const removeOthers = db.prepare('DELETE FROM passed_checks WHERE session = ? AND user_id <> ?');
  const removeTokens = db.prepare('DELETE FROM identity_tokens WHERE session = ? AND user_id <> ?');
  return {
    async find(session, { userId, clientId }, kind) {
      const row = session.isRetired
        ? undefined
        : await byKind.get(session.key, clientId, userId, kind, now() - LIFETIME_MS);
      return row ? { value: row.value, at: row.passed_at } : null;
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
