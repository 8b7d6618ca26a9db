import type { Clock } from '#server/config/deps.ts';
import { type Account, toAccount } from '#server/storage/repositories/accounts.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { type ProvenMethods, provenMethodsFrom, timesAsText } from './proven-methods.ts';
import type { Session } from './sessions.ts';

/** The first of two steps, once it is proved (rule 57). */
export type FirstStep = ProvenMethods & {
  /** The method that completed it; null when an earlier login replaces it (rule 156). */
  readonly tokenCode: TypeCode | null;
};

/** The proofs of a session for one person at one client. */
export type SessionProof = {
  /** The policy that was sent to the page (rule 73). */
  readonly policyId: string;
  /** Epoch milliseconds at which the correct password was entered; null until then, and after the login that used it up. */
  readonly passwordAt: number | null;
  /** Null until it is proved, and after the login that used it up. */
  readonly firstStep: FirstStep | null;
};

/** The part of a proof that remains valid for a retired session id. */
export const proofForRetiredId = ({ policyId }: SessionProof): SessionProof => ({
  policyId,
  passwordAt: null,
  firstStep: null,
});

/** The proofs of a session by client and person; only the newest 8 remain. */
export interface Proofs {
  find(session: Session, clientId: string, userId: string): Promise<SessionProof | null>;
  /** Finds a proof with the account of its person; null when either does not exist. */
  findWithAccount(
    session: Session,
    clientId: string,
    userId: string,
  ): Promise<{ readonly proof: SessionProof; readonly account: Account } | null>;
  /** The person of the last policy check in this session at a client; null for none. */
  newestUser(session: Session, clientId: string): Promise<string | null>;
  recordPolicyCheck(session: Session, clientId: string, userId: string, policyId: string): Promise<void>;
  /** @param at epoch milliseconds of the correct password */
  recordPassword(session: Session, clientId: string, userId: string, at: number): Promise<void>;
  recordFirstStep(session: Session, clientId: string, userId: string, first: FirstStep): Promise<void>;
  /** Clears the password and the first step, which a login has used up. */
  spend(session: Session, clientId: string, userId: string): Promise<void>;
}

const MAX_PER_SESSION = 8;

/** Proofs, forgotten after `absoluteMinutes`. */
export function proofsIn(db: Storage, absoluteMinutes: number, now: Clock): Proofs {
  const byKey = db.prepare<TableRow<'proofs'>>(`
    SELECT policy_id, password_at, first_methods, first_proved_at, first_code, first_at FROM proofs
    WHERE session = ? AND client_id = ? AND user_id = ? AND checked_at >= ?`);
  const withAccount = db.prepare<TableRow<'proofs'> & TableRow<'accounts'>>(`
    SELECT accounts.*, policy_id, password_at, first_methods, first_proved_at, first_code, first_at
    FROM proofs JOIN accounts ON accounts.user_id = proofs.user_id
    WHERE session = ? AND client_id = ? AND proofs.user_id = ? AND checked_at >= ?`);
  const newest = db.prepare<TableRow<'proofs'>>(`
    SELECT user_id FROM proofs WHERE session = ? AND client_id = ? AND checked_at >= ?
    ORDER BY turn DESC LIMIT 1`);
  const record = db.prepare(`
    INSERT INTO proofs (session, client_id, user_id, policy_id, checked_at, turn)
    VALUES ($session, $client, $user, $policy, $now,
      (SELECT coalesce(max(turn), 0) + 1 FROM proofs WHERE session = $session))
    ON CONFLICT (session, client_id, user_id) DO UPDATE SET
      policy_id = excluded.policy_id, checked_at = excluded.checked_at, turn = excluded.turn`);
  /** Deletes the oldest of the other proofs, so that with this one there are at most MAX_PER_SESSION. */
  const keepNewest = db.prepare(`
    DELETE FROM proofs WHERE session = $session AND NOT (client_id = $client AND user_id = $user)
      AND turn NOT IN (
        SELECT turn FROM proofs WHERE session = $session AND NOT (client_id = $client AND user_id = $user)
        ORDER BY turn DESC LIMIT ${MAX_PER_SESSION - 1})`);
  const setPassword = db.prepare(
    'UPDATE proofs SET password_at = ? WHERE session = ? AND client_id = ? AND user_id = ?',
  );
  const setFirstStep = db.prepare(`
    UPDATE proofs SET first_methods = ?, first_proved_at = ?, first_code = ?, first_at = ?
    WHERE session = ? AND client_id = ? AND user_id = ?`);
  const spend = db.prepare(`
    UPDATE proofs SET password_at = NULL, first_methods = NULL, first_proved_at = NULL, first_code = NULL,
      first_at = NULL
    WHERE session = ? AND client_id = ? AND user_id = ?`);

  const oldest = (): number => now() - absoluteMinutes * 60_000;

  const firstStepOf = (row: TableRow<'proofs'>): FirstStep | null =>
    row.first_at === null
      ? null
      : {
          ...provenMethodsFrom(row.first_methods, row.first_proved_at, row.first_at),
          tokenCode: row.first_code as TypeCode | null,
        };

  const proofOf = ({ isRetired }: Session, row: TableRow<'proofs'>): SessionProof => {
    const proof = { policyId: row.policy_id, passwordAt: row.password_at, firstStep: firstStepOf(row) };
    return isRetired ? proofForRetiredId(proof) : proof;
  };

  return {
    async find(session, clientId, userId) {
      const row = await byKey.get(session.key, clientId, userId, oldest());
      return row ? proofOf(session, row) : null;
    },
    async findWithAccount(session, clientId, userId) {
      const row = await withAccount.get(session.key, clientId, userId, oldest());
      return row ? { proof: proofOf(session, row), account: toAccount(row) } : null;
    },
    async newestUser(session, clientId) {
      const row = await newest.get(session.key, clientId, oldest());
      return row ? row.user_id : null;
    },
    async recordPolicyCheck(session, clientId, userId, policyId) {
      const row = { $session: session.key, $client: clientId, $user: userId };
      await db.gather(() => [record.run({ ...row, $policy: policyId, $now: now() }), keepNewest.run(row)]);
    },
    async recordPassword(session, clientId, userId, at) {
      await setPassword.run(at, session.key, clientId, userId);
    },
    async recordFirstStep(session, clientId, userId, first) {
      const methodsAndTimes = [first.methods.join(' '), timesAsText(first)];
      const oldest = Math.min(...first.provedAt);
      await setFirstStep.run(...methodsAndTimes, first.tokenCode, oldest, session.key, clientId, userId);
    },
    async spend(session, clientId, userId) {
      await spend.run(session.key, clientId, userId);
    },
  };
}
