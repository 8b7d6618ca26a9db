import type { Clock, RandomBytes } from '#server/config/deps.ts';
import type { MethodKey } from '#server/config/policy.ts';
import { hexTokenHash } from '#server/storage/sessions/access-tokens.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A browser in which a policy skips the second step of a person (rule 252). */
export type RememberedBrowser = {
  /** A random id; not a secret. */
  readonly rememberedId: string;
  /** The `id` of the policy. */
  readonly policy: string;
  /** The method of the second step after which the browser was remembered. */
  readonly method: MethodKey;
  /** Name of the browser and its system, such as `Chrome · Windows`; empty when it is unknown. */
  readonly browser: string;
  /** Epoch milliseconds. */
  readonly rememberedAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  /** Whether the current request comes from this browser. */
  readonly isThis: boolean;
};

/** The policy and the number of days for which a browser is remembered, and details for the person's list. */
type RememberedScope = Pick<RememberedBrowser, 'policy' | 'method' | 'browser'> & { readonly days: number };

export interface RememberedBrowsers {
  /** The browser of this request; null unless it was remembered for the person and policy in the last `days` days. */
  find(userId: string, policy: string, days: number): Promise<RememberedBrowser | null>;
  /** Records that the second step was skipped in a browser; returns false when the entry has expired. */
  use(rememberedId: string): Promise<boolean>;
  /**
   * Remembers the browser of this request with a new token, so that an attacker cannot use a token that they have
   * planted before. Earlier entries of the browser get the new token, too.
   * @returns the token for the browser's cookie
   */
  remember(userId: string, scope: RememberedScope): Promise<string>;
  /** All remembered browsers of a person, the last used browser first. */
  ofUser(userId: string): Promise<readonly RememberedBrowser[]>;
  /** Ends an entry; returns false when the person has no such entry. */
  end(userId: string, rememberedId: string): Promise<boolean>;
}

/** Returns a function that ends all remembered browsers of a person; to be called in the transaction of the cause. */
export function endOfRememberedIn(db: Storage): (userId: string) => Promise<void> {
  const remove = db.prepare('DELETE FROM remembered_browsers WHERE user_id = ?');
  return async (userId) => {
    await remove.run(userId);
  };
}

/** @param browserToken the token that the browser of this request has sent; empty when there is none */
export function rememberedBrowsersIn(
  db: Storage,
  now: Clock,
  random: RandomBytes,
  browserToken: () => string,
): RememberedBrowsers {
  const find = db.prepare<TableRow<'remembered_browsers'>>(`
    SELECT * FROM remembered_browsers
    WHERE browser_hash = ? AND user_id = ? AND policy = ? AND remembered_at > ? AND expires_at > ?`);
  const use = db.prepare(
    'UPDATE remembered_browsers SET last_used_at = ? WHERE remembered_id = ? AND expires_at > ?',
  );
  const rename = db.prepare('UPDATE remembered_browsers SET browser_hash = ? WHERE browser_hash = ?');
  const add = db.prepare(`
    INSERT INTO remembered_browsers
      (browser_hash, user_id, policy, remembered_id, method, name, remembered_at, last_used_at, expires_at)
    VALUES ($browserHash, $user, $policy, $id, $method, $name, $now, $now, $until)
    ON CONFLICT (browser_hash, user_id, policy) DO UPDATE SET
      remembered_id = excluded.remembered_id, method = excluded.method, name = excluded.name,
      remembered_at = excluded.remembered_at, last_used_at = excluded.last_used_at, expires_at = excluded.expires_at`);
  const ofUser = db.prepare<TableRow<'remembered_browsers'>>(`
    SELECT * FROM remembered_browsers WHERE user_id = ? AND expires_at > ?
    ORDER BY last_used_at DESC, remembered_id`);
  const end = db.prepare('DELETE FROM remembered_browsers WHERE user_id = ? AND remembered_id = ?');

  const currentBrowserHash = (): string | null =>
    browserToken() === '' ? null : hexTokenHash(browserToken());
  const toRememberedBrowser = (row: TableRow<'remembered_browsers'>): RememberedBrowser => ({
    rememberedId: row.remembered_id,
    policy: row.policy,
    method: row.method as MethodKey,
    browser: row.name,
    rememberedAt: row.remembered_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    isThis: row.browser_hash === currentBrowserHash(),
  });
  return {
    async find(userId, policy, days) {
      const browserHash = currentBrowserHash();
      if (browserHash === null) return null;
      const row = await find.get(browserHash, userId, policy, now() - days * DAY_MS, now());
      return row ? toRememberedBrowser(row) : null;
    },
    use: async (rememberedId) => (await use.run(now(), rememberedId, now())).changes > 0,
    async remember(userId, { policy, method, browser: name, days }) {
      const token = Buffer.from(random(32)).toString('base64url');
      const browserHash = hexTokenHash(token);
      const former = currentBrowserHash();
      if (former !== null) await rename.run(browserHash, former);
      await add.run({
        $browserHash: browserHash,
        $user: userId,
        $policy: policy,
        $id: Buffer.from(random(16)).toString('base64url'),
        $method: method,
        $name: name,
        $now: now(),
        $until: now() + days * DAY_MS,
      });
      return token;
    },
    ofUser: async (userId) => (await ofUser.all(userId, now())).map(toRememberedBrowser),
    end: async (userId, rememberedId) => (await end.run(userId, rememberedId)).changes > 0,
  };
}
