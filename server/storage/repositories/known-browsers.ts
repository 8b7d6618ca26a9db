import type { Clock, RandomBytes } from '#server/config/deps.ts';
import { hexHashOf } from '#server/storage/sessions/access-tokens.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** How long a browser stays known after the last sign-in. */
export const KNOWN_BROWSER_DAYS = 30;

/** The browsers in which people have signed in (decision 243). */
export interface KnownBrowsers {
  /** The key of the browser of this request, when the person has signed in there; else null. */
  keyOf(userId: string): Promise<string | null>;
  /** Whether anybody has signed in with the browser of this request. */
  isKnown(): Promise<boolean>;
  /**
   * Records a sign-in of the person with the browser of this request. A token that is not known for the person is
   * replaced by a new one, so that nobody can plant a token; other people stay known in this browser.
   * @returns the token for the browser's cookie
   */
  remember(userId: string): Promise<string>;
}

/** @param presented the token that the browser of this request has sent; empty when there is none */
export function knownBrowsersIn(
  db: Storage,
  now: Clock,
  random: RandomBytes,
  presented: () => string,
): KnownBrowsers {
  const find = db.prepare<TableRow<'known_browsers'>>(
    'SELECT browser FROM known_browsers WHERE browser = ? AND user_id = ? AND expires_at > ?',
  );
  const findAny = db.prepare('SELECT 1 FROM known_browsers WHERE browser = ? AND expires_at > ? LIMIT 1');
  const renew = db.prepare(
    'UPDATE known_browsers SET expires_at = ? WHERE browser = ? AND user_id = ? AND expires_at > ?',
  );
  const rename = db.prepare('UPDATE known_browsers SET browser = ? WHERE browser = ?');
  const add = db.prepare(`
    INSERT INTO known_browsers (browser, user_id, expires_at) VALUES (?, ?, ?)
    ON CONFLICT (browser, user_id) DO UPDATE SET expires_at = excluded.expires_at`);
  return {
    async keyOf(userId) {
      const token = presented();
      if (token === '') return null;
      const row = await find.get(hexHashOf(token), userId, now());
      return row ? row.browser : null;
    },
    async isKnown() {
      const token = presented();
      return token !== '' && (await findAny.get(hexHashOf(token), now())) !== undefined;
    },
    async remember(userId) {
      const token = presented();
      const until = now() + KNOWN_BROWSER_DAYS * 24 * 60 * 60_000;
      if (token !== '') {
        const { changes } = await renew.run(until, hexHashOf(token), userId, now());
        if (changes > 0) return token;
      }
      const next = Buffer.from(random(32)).toString('base64url');
      if (token !== '') await rename.run(hexHashOf(next), hexHashOf(token));
      await add.run(hexHashOf(next), userId, until);
      return next;
    },
  };
}
