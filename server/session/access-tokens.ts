import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock, RandomBytes } from '#server/deps.ts';
import type { Session } from './sessions.ts';

/** What a bearer of the token may do; it is worth nothing outside the session it was issued in (decision 14). */
export type TokenPurpose = 'password-change';

export type TokenGrant = {
  readonly userId: string;
  readonly clientId: string;
  readonly purpose: TokenPurpose;
};

const VALID_MS = 30 * 60_000;

/** Issues access tokens that are good for half an hour. */
export function accessTokensIn(db: DatabaseSync, now: Clock, random: RandomBytes) {
  const insert = db.prepare('INSERT INTO access_tokens VALUES (?, ?, ?, ?, ?, ?)');
  const forget = db.prepare('DELETE FROM access_tokens WHERE expires_at <= ?');
  return {
    issue(session: Session, { userId, clientId, purpose }: TokenGrant): string {
      forget.run(now());
      const token = random(32).toString('base64url');
      const hash = createHash('sha256').update(token).digest();
      insert.run(hash, session.key, userId, clientId, purpose, now() + VALID_MS);
      return token;
    },
  };
}
