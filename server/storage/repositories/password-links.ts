import { createHash } from 'node:crypto';
import type { Clock, RandomBytes } from '#server/config/deps.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

export type PasswordLinkKind = 'create' | 'change';

/** A link with which a person creates or changes the password. */
export type PasswordLink = {
  readonly akHash: string;
  readonly userId: string;
  readonly clientId: string;
  readonly kind: PasswordLinkKind;
};

/** The result of the search for a link (rule 183). */
export type FoundLink =
  | ({ readonly state: 'open' } & PasswordLink)
  | { readonly state: EndedLink | 'unknown' };

/** Why a link has ended: it has expired, it was used or replaced by a newer link, or it was refused ten times. */
export type EndedLink = 'expired' | 'used' | 'closed';

/** The secret of a new link, and the end of its validity in epoch milliseconds. */
export type IssuedLink = { readonly ak: string; readonly validUntil: number };

/** The links to /password. Their secrets (`ak`) are stored as hashes. */
export interface PasswordLinks {
  /**
   * Issues a link; the person's other open links end.
   * @param validMs how long the link is valid
   * @param max how many links a person may get in an hour
   * @returns null when the maximum is reached
   */
  issue(link: Omit<PasswordLink, 'akHash'>, validMs: number, max: number): Promise<IssuedLink | null>;
  /**
   * Finds the link with a secret. For another person or client than the link's, this counts a refusal; ten refusals end
   * an open link.
   */
  find(ak: string, userId: string, clientId: string): Promise<FoundLink>;
}

/** 128 random bits. */
const AK_BYTES = 16;
const HOUR_MS = 60 * 60_000;
const MAX_REFUSALS = 10;

/** The hash of a link's secret, as stored. */
export const akHashOf = (ak: string): string => createHash('sha256').update(ak).digest('base64url');

/** Why the link in a row has ended; null while the link is open. */
export function endOfLink(
  row: Pick<TableRow<'password_links'>, 'refusals' | 'ended_at' | 'expires_at'>,
  now: number,
): EndedLink | null {
  if (row.refusals >= MAX_REFUSALS) return 'closed';
  if (row.ended_at !== null) return 'used';
  return row.expires_at <= now ? 'expired' : null;
}

export function passwordLinksIn(db: Storage, now: Clock, random: RandomBytes): PasswordLinks {
  const countRecent = db.prepare<{ count: number }>(
    'SELECT count(*) AS count FROM password_links WHERE user_id = ? AND issued_at > ?',
  );
  const endOthers = db.prepare(
    'UPDATE password_links SET ended_at = ? WHERE user_id = ? AND ended_at IS NULL AND expires_at > ?',
  );
  const insert = db.prepare(
    insertInto('password_links', ['ak_hash', 'user_id', 'client_id', 'kind', 'issued_at', 'expires_at']),
  );
  const byHash = db.prepare<TableRow<'password_links'>>('SELECT * FROM password_links WHERE ak_hash = ?');
  const countRefusal = db.prepare(`
    UPDATE password_links SET refusals = refusals + 1,
      ended_at = CASE WHEN refusals + 1 >= ${MAX_REFUSALS} THEN CAST($now AS BIGINT) ELSE ended_at END
    WHERE ak_hash = $hash AND ended_at IS NULL`);
  return {
    issue: async ({ userId, clientId, kind }, validMs, max) =>
      db.transaction(async () => {
        if (((await countRecent.get(userId, now() - HOUR_MS))?.count ?? 0) >= max) return null;
        const ak = random(AK_BYTES).toString('base64url');
        const validUntil = now() + validMs;
        await endOthers.run(now(), userId, now());
        await insert.run(akHashOf(ak), userId, clientId, kind, now(), validUntil);
        return { ak, validUntil };
      }),
    async find(ak, userId, clientId) {
      const akHash = akHashOf(ak);
      const row = await byHash.get(akHash);
      if (row?.user_id !== userId || row.client_id !== clientId) {
        await countRefusal.run({ $now: now(), $hash: akHash });
        return { state: 'unknown' };
      }
      const end = endOfLink(row, now());
      if (end !== null) return { state: end };
      return { state: 'open', akHash, userId, clientId, kind: row.kind as PasswordLinkKind };
    },
  };
}
