import type { Clock } from '#server/config/deps.ts';
import { type Account, toAccount } from '#server/storage/repositories/accounts.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { type ProvenMethods, provenMethodsFrom, timesText } from './proven-methods.ts';
import type { Session } from './sessions.ts';

/** A proven first step of a sign-in with two steps (rule 57). */
export type FirstStep = ProvenMethods & {
  /** The method that completed the step; null when the login of the session replaces the step (rule 156). */
  readonly tokenCode: TypeCode | null;
};

/** The proofs of a session for one person at one client. */
export type SessionProof = {
  /** The policy that was sent to the page (rule 73). */
  readonly policyId: string;
  /** When the correct password was entered, in epoch milliseconds; null until then, and again after each login. */
  readonly passwordAt: number | null;
  /** The proven first step; null until then, and again after each login. */
  readonly firstStep: FirstStep | null;
};

/** The part of a proof that remains valid for a retired session id. */
export const proofForRetiredId = ({ policyId }: SessionProof): SessionProof => ({
  policyId,
  passwordAt: null,
  firstStep: null,
});

/** The proofs of a session, one for each client and person. A session has at most 8; the oldest are deleted. */
export interface Proofs {
  find(session: Session, clientId: string, userId: string): Promise<SessionProof | null>;
  /** Finds a proof with the account of its person; null when the proof or the account does not exist. */
  findWithAccount(
    session: Session,
    clientId: string,
    userId: string,
  ): Promise<{ readonly proof: SessionProof; readonly account: Account } | null>;
  /** The ID of the last person whose policy was checked in this session for a client; null when there is none. */
  newestUserId(session: Session, clientId: string): Promise<string | null>;
  recordPolicyCheck(session: Session, clientId: string, userId: string, policyId: string): Promise<void>;
  /** @param enteredAt when the correct password was entered, in epoch milliseconds */
  recordPassword(session: Session, clientId: string, userId: string, enteredAt: number): Promise<void>;
  recordFirstStep(session: Session, clientId: string, userId: string, firstStep: FirstStep): Promise<void>;
  /** Clears the password and the first step after a login, so that the next login requires them again. */
  clear(session: Session, clientId: string, userId: string): Promise<void>;
}

/** Maximum number of proofs of a session. */
const MAX_PER_SESSION = 8;

/** Proofs, which are valid for `absoluteMinutes` after their policy check. */
export function proofsIn(db: Storage, absoluteMinutes: number, now: Clock): Proofs {
  const byKey = db.prepare<TableRow<'proofs'>>(`
    SELECT policy_id, password_at, first_methods, first_method_times, first_code, first_at FROM proofs
    WHERE session = ? AND client_id = ? AND user_id = ? AND checked_at >= ?`);
  const withAccount = db.prepare<TableRow<'proofs'> & TableRow<'accounts'>>(`
    SELECT accounts.*, policy_id, password_at, first_methods, first_method_times, first_code, first_at
    FROM proofs JOIN accounts ON accounts.user_id = proofs.user_id
    WHERE session = ? AND client_id = ? AND proofs.user_id = ? AND checked_at >= ?`);
  const newest = db.prepare<TableRow<'proofs'>>(`
    SELECT user_id FROM proofs WHERE session = ? AND client_id = ? AND checked_at >= ?
    ORDER BY sequence DESC LIMIT 1`);
  const record = db.prepare(`
    INSERT INTO proofs (session, client_id, user_id, policy_id, checked_at, sequence)
    VALUES ($session, $client, $user, $policy, $now,
      (SELECT coalesce(max(sequence), 0) + 1 FROM proofs WHERE session = $session))
    ON CONFLICT (session, client_id, user_id) DO UPDATE SET
      policy_id = excluded.policy_id, checked_at = excluded.checked_at, sequence = excluded.sequence`);
  /** Deletes the oldest proofs of the session, but not the given one, so that at most MAX_PER_SESSION remain. */
  const deleteOldest = db.prepare(`
    DELETE FROM proofs WHERE session = $session AND NOT (client_id = $client AND user_id = $user)
      AND sequence NOT IN (
        SELECT sequence FROM proofs WHERE session = $session AND NOT (client_id = $client AND user_id = $user)
        ORDER BY sequence DESC LIMIT ${MAX_PER_SESSION - 1})`);
  const setPassword = db.prepare(
    'UPDATE proofs SET password_at = ? WHERE session = ? AND client_id = ? AND user_id = ?',
  );
  const setFirstStep = db.prepare(`
    UPDATE proofs SET first_methods = ?, first_method_times = ?, first_code = ?, first_at = ?
    WHERE session = ? AND client_id = ? AND user_id = ?`);
  const clear = db.prepare(`
    UPDATE proofs SET password_at = NULL, first_methods = NULL, first_method_times = NULL, first_code = NULL,
      first_at = NULL
    WHERE session = ? AND client_id = ? AND user_id = ?`);

  const oldestCheck = (): number => now() - absoluteMinutes * 60_000;

  const firstStepOf = (row: TableRow<'proofs'>): FirstStep | null =>
    row.first_at === null
      ? null
      : {
          ...provenMethodsFrom(row.first_methods, row.first_method_times, row.first_at),
          tokenCode: row.first_code as TypeCode | null,
        };

  const proofOf = ({ isRetired }: Session, row: TableRow<'proofs'>): SessionProof => {
    const proof = { policyId: row.policy_id, passwordAt: row.password_at, firstStep: firstStepOf(row) };
    return isRetired ? proofForRetiredId(proof) : proof;
  };

  return {
    async find(session, clientId, userId) {
      const row = await byKey.get(session.key, clientId, userId, oldestCheck());
      return row ? proofOf(session, row) : null;
    },
    async findWithAccount(session, clientId, userId) {
      const row = await withAccount.get(session.key, clientId, userId, oldestCheck());
      return row ? { proof: proofOf(session, row), account: toAccount(row) } : null;
    },
    async newestUserId(session, clientId) {
      const row = await newest.get(session.key, clientId, oldestCheck());
      return row ? row.user_id : null;
    },
    async recordPolicyCheck(session, clientId, userId, policyId) {
      const row = { $session: session.key, $client: clientId, $user: userId };
      await db.gather(() => [record.run({ ...row, $policy: policyId, $now: now() }), deleteOldest.run(row)]);
    },
    async recordPassword(session, clientId, userId, enteredAt) {
      await setPassword.run(enteredAt, session.key, clientId, userId);
    },
    async recordFirstStep(session, clientId, userId, firstStep) {
      const methodsAndTimes = [firstStep.methods.join(' '), timesText(firstStep)];
      const oldestProof = Math.min(...firstStep.provedAt);
      await setFirstStep.run(
        ...methodsAndTimes,
        firstStep.tokenCode,
        oldestProof,
        session.key,
        clientId,
        userId,
      );
    },
    async clear(session, clientId, userId) {
      await clear.run(session.key, clientId, userId);
    },
  };
}
