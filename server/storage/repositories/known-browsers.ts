import type { Clock, RandomBytes } from '#server/config/deps.ts';
import { hexTokenHash } from '#server/storage/sessions/access-tokens.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** How long a browser stays known after the last sign-in. */
export const KNOWN_BROWSER_DAYS = 30;

/** The browsers in which people have signed in (rule 243). A browser is recognised by the token in its cookie. */
export interface KnownBrowsers {
  /** The key of the browser of this request; null when the person has not signed in there. */
  keyOf(userId: string): Promise<string | null>;
  /** Whether any person has signed in in the browser of this request. */
  isKnown(): Promise<boolean>;
  /**
   * The token of this browser after a sign-in of the person. If the browser is not known for the person, the token is
   * new, so that an attacker cannot use a token that they have planted before.
   */
  nextToken(userId: string): Promise<string>;
  /** Records a sign-in of the person with the token of `nextToken`. The browser stays known for other people. */
  remember(userId: string, nextToken: string): Promise<void>;
}

/** @param browserToken the token that the browser of this request has sent; empty when there is none */
export function knownBrowsersIn(
  db: Storage,
  now: Clock,
  random: RandomBytes,
  browserToken: () => string,
): KnownBrowsers {
  const find = db.prepare<TableRow<'known_browsers'>>(
    'SELECT browser_hash FROM known_browsers WHERE browser_hash = ? AND user_id = ? AND expires_at > ?',
  );
  const findAny = db.prepare(
    'SELECT 1 FROM known_browsers WHERE browser_hash = ? AND expires_at > ? LIMIT 1',
  );
  const rename = db.prepare('UPDATE known_browsers SET browser_hash = ? WHERE browser_hash = ?');
  const add = db.prepare(`
    INSERT INTO known_browsers (browser_hash, user_id, expires_at) VALUES (?, ?, ?)
    ON CONFLICT (browser_hash, user_id) DO UPDATE SET expires_at = excluded.expires_at`);
  const keyOf: KnownBrowsers['keyOf'] = async (userId) => {
    const token = browserToken();
    if (token === '') return null;
    const row = await find.get(hexTokenHash(token), userId, now());
    return row ? row.browser_hash : null;
  };

  return {
    keyOf,
    async isKnown() {
      const token = browserToken();
      return token !== '' && (await findAny.get(hexTokenHash(token), now())) !== undefined;
    },
    nextToken: async (userId) =>
      (await keyOf(userId)) === null ? Buffer.from(random(32)).toString('base64url') : browserToken(),
    async remember(userId, nextToken) {
      const token = browserToken();
      const until = now() + KNOWN_BROWSER_DAYS * 24 * 60 * 60_000;
      const key = hexTokenHash(nextToken);
      if (token !== '' && token !== nextToken) await rename.run(key, hexTokenHash(token));
      await add.run(key, userId, until);
    },
  };
}
