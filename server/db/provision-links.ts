import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock, RandomBytes } from '#server/deps.ts';
import { transaction } from './open.ts';

/** What the ak of a link stands for. */
export type ProvisionLink =
  | { readonly state: 'open'; readonly userId: string; readonly expiresAt: number }
  | { readonly state: 'expired' | 'used' | 'unknown' };

export interface ProvisionLinks {
  /** A new ak for a person's app; the one before it is void. */
  issue(userId: string): string;
  /** Looking it up does not use it up: links are scanned, and pages reloaded (decision 48). */
  find(ak: string): ProvisionLink;
  /**
   * Uses an open ak up together with `work`, or does neither.
   * @returns false when the ak was not open any more
   */
  spend(ak: string, work: () => void): boolean;
}

/** Time for which a link is good (spec section 9). */
const VALID_MS = 5 * 60_000;

/** 128 random bits. */
const AK_BYTES = 16;

const hashOf = (ak: string): Buffer => createHash('sha256').update(ak).digest();

/** The links by which apps are registered, kept as hashes: the database alone opens none. */
export function provisionLinksIn(db: DatabaseSync, now: Clock, random: RandomBytes): ProvisionLinks {
  const insert = db.prepare('INSERT OR REPLACE INTO provision_links VALUES (?, ?, ?, NULL)');
  const voidOthers = db.prepare(
    'UPDATE provision_links SET used_at = ? WHERE user_id = ? AND used_at IS NULL',
  );
  const use = db.prepare(
    'UPDATE provision_links SET used_at = $now WHERE ak_hash = $hash AND used_at IS NULL AND expires_at > $now',
  );
  const byHash = db.prepare('SELECT user_id, expires_at, used_at FROM provision_links WHERE ak_hash = ?');
  return {
    issue(userId) {
      const ak = random(AK_BYTES).toString('base64url');
      voidOthers.run(now(), userId);
      insert.run(hashOf(ak), userId, now() + VALID_MS);
      return ak;
    },
    find(ak) {
      const row = byHash.get(hashOf(ak));
      if (!row) return { state: 'unknown' };
      const expiresAt = Number(row['expires_at']);
      if (row['used_at'] !== null) return { state: 'used' };
      if (expiresAt <= now()) return { state: 'expired' };
      return { state: 'open', userId: String(row['user_id']), expiresAt };
    },
    spend: (ak, work) =>
      transaction(db, () => {
        const isSpent = use.run({ $now: now(), $hash: hashOf(ak) }).changes > 0;
        if (isSpent) work();
        return isSpent;
      }),
  };
}
