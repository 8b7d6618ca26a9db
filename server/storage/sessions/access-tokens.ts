import { createHash } from 'node:crypto';
import type { Clock, RandomBytes } from '#server/config/deps.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { Session } from './sessions.ts';

/** What the bearer of an access token may do. */
export type TokenPurpose = 'password-change' | 'send-code' | 'second-step' | 'passkey-offer' | 'end-sign-ins';

/** An access token's owner, service and purpose. */
export type TokenGrant = {
  readonly userId: string;
  readonly clientId: string;
  readonly purpose: TokenPurpose;
};

/** The hash of a token for columns of text: SHA-256 in upper-case hexadecimal digits. */
export const hexTokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('hex').toUpperCase();

const LIFETIME_MS = 30 * 60_000;

/** Access tokens, which are valid for half an hour and only in the session in which they were issued (rule 14). */
export function accessTokensIn(db: Storage, now: Clock, random: RandomBytes) {
  const insert = db.prepare(
    insertInto('access_tokens', ['token_hash', 'session', 'user_id', 'client_id', 'purpose', 'expires_at']),
  );
  const byToken = db.prepare<TableRow<'access_tokens'>>(`
    SELECT user_id, client_id, purpose FROM access_tokens
    WHERE token_hash = ? AND session = ? AND expires_at > ?`);
  const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
  return {
    /** The grant of a token in this session; null for an unknown or expired token, or a retired session id. */
    async find(session: Session, token: string): Promise<TokenGrant | null> {
      const row = session.isRetired ? undefined : await byToken.get(hashOf(token), session.key, now());
      return row
        ? {
            userId: row.user_id,
            clientId: row.client_id,
            purpose: row.purpose as TokenPurpose,
          }
        : null;
    },
    /** Issues a token. */
    async issue(session: Session, { userId, clientId, purpose }: TokenGrant): Promise<string> {
      const token = random(32).toString('base64url');
      await insert.run(hashOf(token), session.key, userId, clientId, purpose, now() + LIFETIME_MS);
      return token;
    },
  };
}
