import type { Clock, RandomBytes } from '#server/config/deps.ts';
import { hashedId } from '#server/storage/at-rest/sealer.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** How long a challenge is valid, and an assertion may take (WebAuthn, 15.1). */
export const CHALLENGE_LIFETIME_MS = 300_000;

/** The login for which a challenge is issued. `userId` is null while the person is unknown. */
export type ChallengeSubject = {
  readonly session: Session;
  readonly clientId: string;
  readonly userId: string | null;
};

export interface PasskeyChallenges {
  /** Issues a challenge in base64url. Only the newest 8 challenges of a session are stored. */
  issue(subject: ChallengeSubject): Promise<string>;
  /**
   * The state of a challenge for a login. A challenge that was issued for an unknown person is valid for any person.
   */
  stateOf(challenge: string, subject: ChallengeSubject): Promise<'unknown' | 'used' | 'expired' | 'open'>;
  /**
   * Marks an open challenge as used, in one statement: of two concurrent uses, one fails.
   * @returns false when the challenge was used before
   */
  consume(challenge: string): Promise<boolean>;
}

const CHALLENGE_BYTES = 32;
const MAX_PER_SESSION = 8;

/** Challenges for passkeys. A challenge is valid once, in the session and at the client for which it was issued. */
export function passkeyChallengesIn(db: Storage, now: Clock, random: RandomBytes): PasskeyChallenges {
  const insert = db.prepare(`
    INSERT INTO passkey_challenges (challenge, session, client_id, user_id, expires_at, sequence)
    VALUES ($challenge, $session, $client, $user, $expiresAt,
      (SELECT coalesce(max(sequence), 0) + 1 FROM passkey_challenges WHERE session = $session))`);
  const deleteOldest = db.prepare(`
    DELETE FROM passkey_challenges WHERE session = $session AND sequence NOT IN
      (SELECT sequence FROM passkey_challenges WHERE session = $session ORDER BY sequence DESC LIMIT ${MAX_PER_SESSION})`);
  const find = db.prepare<TableRow<'passkey_challenges'>>(`
    SELECT expires_at, used_at FROM passkey_challenges
    WHERE challenge = ? AND session = ? AND client_id = ? AND (user_id IS NULL OR user_id = ?)`);
  const setUsed = db.prepare(
    'UPDATE passkey_challenges SET used_at = ? WHERE challenge = ? AND used_at IS NULL',
  );
  return {
    async issue({ session, clientId, userId }) {
      const challenge = random(CHALLENGE_BYTES).toString('base64url');
      await insert.run({
        $challenge: hashedId(challenge),
        $session: session.key,
        $client: clientId,
        $user: userId,
        $expiresAt: now() + CHALLENGE_LIFETIME_MS,
      });
      await deleteOldest.run({ $session: session.key });
      return challenge;
    },
    async stateOf(challenge, { session, clientId, userId }) {
      const row = await find.get(hashedId(challenge), session.key, clientId, userId);
      if (!row) return 'unknown';
      if (row.used_at !== null) return 'used';
      return row.expires_at <= now() ? 'expired' : 'open';
    },
    consume: async (challenge) => (await setUsed.run(now(), hashedId(challenge))).changes > 0,
  };
}
