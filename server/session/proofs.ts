import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '#server/deps.ts';
import type { Session } from './sessions.ts';

/** What a session has earned for one person at one client. */
export type Proof = {
  /** Epoch milliseconds of a good password, null before it and after the login that used it up. */
  readonly passwordAt: number | null;
};

/** The earned steps of a session by client and person; the newest 8 are kept. */
export interface Proofs {
  find(session: Session, clientId: string, userId: string): Proof | null;
  recordPolicyCheck(session: Session, clientId: string, userId: string): void;
  recordPassword(session: Session, clientId: string, userId: string): void;
  /** A login used the password up. */
  spendPassword(session: Session, clientId: string, userId: string): void;
}

const KEPT = 8;

/** Earned steps, forgotten after `absoluteMinutes`. */
export function proofsIn(db: DatabaseSync, absoluteMinutes: number, now: Clock): Proofs {
  const byKey = db.prepare(`
    SELECT password_at FROM proofs
    WHERE session = ? AND client_id = ? AND user_id = ? AND checked_at >= ?`);
  const record = db.prepare(`
    INSERT INTO proofs (session, client_id, user_id, checked_at, turn)
    VALUES ($session, $client, $user, $now,
      (SELECT coalesce(max(turn), 0) + 1 FROM proofs WHERE session = $session))
    ON CONFLICT DO UPDATE SET checked_at = excluded.checked_at, turn = excluded.turn`);
  const keepNewest = db.prepare(`
    DELETE FROM proofs WHERE session = $session AND turn NOT IN
      (SELECT turn FROM proofs WHERE session = $session ORDER BY turn DESC LIMIT ${KEPT})`);
  const setPassword = db.prepare(
    'UPDATE proofs SET password_at = ? WHERE session = ? AND client_id = ? AND user_id = ?',
  );

  return {
    find(session, clientId, userId) {
      const row = byKey.get(session.key, clientId, userId, now() - absoluteMinutes * 60_000);
      if (!row) return null;
      return { passwordAt: session.isRetired ? null : (row['password_at'] as number | null) };
    },
    recordPolicyCheck(session, clientId, userId) {
      record.run({ $session: session.key, $client: clientId, $user: userId, $now: now() });
      keepNewest.run({ $session: session.key });
    },
    recordPassword(session, clientId, userId) {
      setPassword.run(now(), session.key, clientId, userId);
    },
    spendPassword(session, clientId, userId) {
      setPassword.run(null, session.key, clientId, userId);
    },
  };
}
