import type { Clock } from '#server/config/deps.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The scope of a registration: it is valid only in this session, at this client and for this person. */
export type RegistrationSubject = {
  readonly session: Session;
  readonly clientId: string;
  readonly userId: string;
};

/**
 * Intermediate values of unfinished registrations, such as challenges and secrets. A registration has one of each kind.
 */
export interface RegistrationDrafts {
  find(subject: RegistrationSubject, kind: string): Promise<string | null>;
  /** Stores a draft; it replaces the former draft of its kind. */
  put(subject: RegistrationSubject, kind: string, content: string, lifetimeMs: number): Promise<void>;
  /** Reads and removes a draft, in one statement: of two concurrent calls, only one gets the draft. */
  take(subject: RegistrationSubject, kind: string): Promise<string | null>;
}

export function registrationDraftsIn(db: Storage, now: Clock): RegistrationDrafts {
  const sealedContents = sealedColumn(db, 'registration_drafts', 'content');
  const find = db.prepare<TableRow<'registration_drafts'>>(`
    SELECT content FROM registration_drafts
    WHERE session = ? AND client_id = ? AND user_id = ? AND kind = ? AND expires_at > ?`);
  const take = db.prepare<TableRow<'registration_drafts'>>(`
    DELETE FROM registration_drafts
    WHERE session = ? AND client_id = ? AND user_id = ? AND kind = ?
    RETURNING content, expires_at`);
  const put = db.prepare(
    replaceIn('registration_drafts', ['session', 'client_id', 'user_id', 'kind'], ['content', 'expires_at']),
  );
  return {
    async find({ session, clientId, userId }, kind) {
      const row = await find.get(session.key, clientId, userId, kind, now());
      return row ? sealedContents.open(row.content) : null;
    },
    async put({ session, clientId, userId }, kind, content, lifetimeMs) {
      await put.run(session.key, clientId, userId, kind, sealedContents.seal(content), now() + lifetimeMs);
    },
    async take({ session, clientId, userId }, kind) {
      const row = await take.get(session.key, clientId, userId, kind);
      return row && row.expires_at > now() ? sealedContents.open(row.content) : null;
    },
  };
}
