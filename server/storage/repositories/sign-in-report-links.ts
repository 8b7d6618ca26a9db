import type { Clock, RandomBytes } from '#server/config/deps.ts';
import { hexTokenHash } from '#server/storage/sessions/access-tokens.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** How long a link is valid. */
const VALID_MS = 7 * 24 * 60 * 60_000;

/** The links in mails about a new sign-in, with which people report that they did not sign in (rule 232). */
export interface SignInReportLinks {
  /** Issues a link; returns the secret key in its address. */
  issue(userId: string): Promise<string>;
  /** Whether a link can still be used. */
  isOpen(key: string): Promise<boolean>;
  /**
   * Marks a link as used; to be called in the same transaction as the changes that follow from the report.
   * @returns the ID of the person; null when the link has expired or was used
   */
  use(key: string): Promise<string | null>;
}

export function signInReportLinksIn(db: Storage, now: Clock, random: RandomBytes): SignInReportLinks {
  const insert = db.prepare(insertInto('sign_in_report_links', ['key_hash', 'user_id', 'expires_at']));
  const find = db.prepare(
    'SELECT 1 FROM sign_in_report_links WHERE key_hash = ? AND used_at IS NULL AND expires_at > ?',
  );
  const use = db.prepare<TableRow<'sign_in_report_links'>>(`
    UPDATE sign_in_report_links SET used_at = $now WHERE key_hash = $hash AND used_at IS NULL AND expires_at > $now
    RETURNING user_id`);
  return {
    async issue(userId) {
      const key = Buffer.from(random(32)).toString('base64url');
      await insert.run(hexTokenHash(key), userId, now() + VALID_MS);
      return key;
    },
    isOpen: async (key) => (await find.get(hexTokenHash(key), now())) !== undefined,
    use: async (key) => (await use.get({ $hash: hexTokenHash(key), $now: now() }))?.user_id ?? null,
  };
}
