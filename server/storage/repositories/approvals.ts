import { createHash } from 'node:crypto';
import type { Clock, RandomBytes } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The administrator's decision about an application. */
export type Decision = 'approved' | 'rejected';

/** A person's application to use a service. */
export type Approval = {
  readonly userId: string;
  readonly clientId: string;
  /** Null before a decision. */
  readonly decision: Decision | null;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
};

export interface Approvals {
  /** Issues the ak of the two links (approve, reject) of an application. Only one decision is possible. */
  issue(userId: string, clientId: string): Promise<string>;
  /** Whether the application of an ak can still be decided. */
  isOpen(ak: string): Promise<boolean>;
  /**
   * Decides an application in one statement: of two concurrent decisions, one fails.
   * @returns false for an unknown, expired or used ak
   */
  decide(ak: string, decision: Decision): Promise<boolean>;
  /** All applications, the newest first. */
  list(): Promise<readonly Approval[]>;
}

/** How long the links of an application are valid. */
const VALID_MS = 7 * 24 * 60 * 60_000;

/** 128 random bits. */
const AK_BYTES = 16;

const hashOf = (ak: string): Buffer => createHash('sha256').update(ak).digest();

/** Applications for services. Their links are stored as hashes, so that reading the database yields no usable link. */
export function approvalsIn(db: Storage, now: Clock, random: RandomBytes): Approvals {
  const insert = db.prepare(`
    INSERT INTO approvals (ak_hash, user_id, client_id, issued_at, sequence)
    VALUES (?, ?, ?, ?, (SELECT coalesce(max(sequence), 0) + 1 FROM approvals))`);
  const open = db.prepare<TableRow<'approvals'>>(
    'SELECT 1 FROM approvals WHERE ak_hash = ? AND decision IS NULL AND issued_at > ?',
  );
  const decide = db.prepare(
    'UPDATE approvals SET decision = ?, decided_at = ? WHERE ak_hash = ? AND decision IS NULL AND issued_at > ?',
  );
  const all = db.prepare<TableRow<'approvals'>>(
    'SELECT user_id, client_id, issued_at, decision FROM approvals ORDER BY sequence DESC',
  );
  return {
    async issue(userId, clientId) {
      const ak = random(AK_BYTES).toString('base64url');
      await insert.run(hashOf(ak), userId, clientId, now());
      return ak;
    },
    isOpen: async (ak) => (await open.get(hashOf(ak), now() - VALID_MS)) !== undefined,
    decide: async (ak, decision) =>
      (await decide.run(decision, now(), hashOf(ak), now() - VALID_MS)).changes > 0,
    list: async () =>
      (await all.all()).map((row) => ({
        userId: row.user_id,
        clientId: row.client_id,
        issuedAt: row.issued_at,
        decision: row.decision as Decision | null,
      })),
  };
}
