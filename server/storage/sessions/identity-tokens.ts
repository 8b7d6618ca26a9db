import { createHash } from 'node:crypto';
import type { Clock, RandomBytes } from '#server/config/deps.ts';
import type { IdentityBasis, IdentityMethod } from '#server/config/identity-methods.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { Session } from './sessions.ts';

/** What an identity token proves: the person, the service, the basis and the passed check (rules 173 to 175). */
export type IdentityGrant = {
  readonly userId: string;
  readonly clientId: string;
  readonly basis: IdentityBasis;
  /**
   * The method of the passed identity check, or `answer` for an answered question. Null before the check: the token
   * then allows only the check.
   */
  readonly identityMethod: IdentityMethod | 'answer' | null;
};

/** Identity tokens, each valid only in its session. */
export interface IdentityTokens {
  /** Issues a token: for half an hour, or for 10 minutes if `grant` has a passed check. */
  issue(session: Session, grant: IdentityGrant): Promise<string>;
  /** The grant of a token; null when the token is unknown in the session, has expired, or the session id is retired. */
  find(session: Session, token: string): Promise<IdentityGrant | null>;
  /**
   * Records the passed check; the token is then valid for 10 more minutes. Returns false when the token has ended in
   * the meantime.
   */
  recordCheck(session: Session, token: string, method: IdentityMethod): Promise<boolean>;
}

const CHECK_LIFETIME_MS = 30 * 60_000;
const PROOF_LIFETIME_MS = 10 * 60_000;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export function identityTokensIn(db: Storage, now: Clock, random: RandomBytes): IdentityTokens {
  const insert = db.prepare(
    insertInto('identity_tokens', [
      'token_hash',
      'session',
      'client_id',
      'user_id',
      'basis',
      'method',
      'expires_at',
    ]),
  );
  const byToken = db.prepare<TableRow<'identity_tokens'>>(`
    SELECT user_id, client_id, basis, method FROM identity_tokens
    WHERE token_hash = ? AND session = ? AND expires_at > ?`);
  const setMethod = db.prepare(`
    UPDATE identity_tokens SET method = ?, expires_at = ? WHERE token_hash = ? AND session = ? AND expires_at > ?`);
  return {
    async issue(session, { userId, clientId, basis, identityMethod }) {
      const token = random(32).toString('base64url');
      const expiresAt = now() + (identityMethod === null ? CHECK_LIFETIME_MS : PROOF_LIFETIME_MS);
      await insert.run(hashOf(token), session.key, clientId, userId, basis, identityMethod, expiresAt);
      return token;
    },
    async find(session, token) {
      const row = session.isRetired ? undefined : await byToken.get(hashOf(token), session.key, now());
      return row
        ? {
            userId: row.user_id,
            clientId: row.client_id,
            basis: row.basis as IdentityBasis,
            identityMethod: row.method as IdentityGrant['identityMethod'],
          }
        : null;
    },
    recordCheck: async (session, token, method) =>
      !session.isRetired &&
      (await setMethod.run(method, now() + PROOF_LIFETIME_MS, hashOf(token), session.key, now())).changes > 0,
  };
}
