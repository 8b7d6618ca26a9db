import type { Clock } from '#server/config/deps.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The scope of a registration, which is invalid in another session, at another client, for another person. */
export type RegistrationSubject = {
  readonly session: Session;
  readonly clientId: string;
  readonly userId: string;
};

/** Intermediate values of unfinished registrations. */
export interface RegistrationDrafts {
  find(subject: RegistrationSubject, kind: string): Promise<string | null>;
  /** Replaces the former draft. `lifetime` in milliseconds. */
  put(subject: RegistrationSubject, kind: string, content: string, lifetime: number): Promise<void>;
  /** Reads and removes a draft in one statement: of two concurrent calls one gets it. */
  take(subject: RegistrationSubject, kind: string): Promise<string | null>;
}

/** The drafts of registrations, each with its own lifetime. */
export function registrationDraftsIn(db: Storage, now: Clock): RegistrationDrafts {
  const sealed = sealedColumn(db, 'registration_drafts', 'content');
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
      return row ? sealed.open(row.content) : null;
    },
    async put({ session, clientId, userId }, kind, content, lifetime) {
      await put.run(session.key, clientId, userId, kind, sealed.seal(content), now() + lifetime);
    },
    async take({ session, clientId, userId }, kind) {
      const row = await take.get(session.key, clientId, userId, kind);
      return row && row.expires_at > now() ? sealed.open(row.content) : null;
    },
  };
}
