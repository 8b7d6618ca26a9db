import type { Clock, RandomBytes } from '#server/config/deps.ts';
import type { MethodKey } from '#server/config/policy.ts';
import { hexTokenHash } from '#server/storage/sessions/access-tokens.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A browser that replaces the second step of a policy (rule 252). */
export type RememberedBrowser = {
  /** Opaque and random; not a secret. */
  readonly rememberedId: string;
  /** The `id` of the policy. */
  readonly policy: string;
  /** The method of the second step after which it was remembered. */
  readonly method: MethodKey;
  /** Family of the browser, such as `Chrome · Windows`; empty where it is not known. */
  readonly browser: string;
  /** Epoch milliseconds. */
  readonly rememberedAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  /** Whether it is the browser of this request. */
  readonly isThis: boolean;
};

/** The policy and duration for which a browser is remembered. */
type RememberedScope = Pick<RememberedBrowser, 'policy' | 'method' | 'browser'> & { readonly days: number };

export interface RememberedBrowsers {
  /** The browser of this request, if it was remembered for person and policy in the last `days` days; else null. */
  find(userId: string, policy: string, days: number): Promise<RememberedBrowser | null>;
  /** Records that it has replaced the second step; false when it has expired. */
  use(rememberedId: string): Promise<boolean>;
  /**
   * Remembers the browser of this request under a new token, so that nobody can plant a token; earlier entries of the
   * browser are kept.
   * @returns the token for the browser's cookie
   */
  remember(userId: string, scope: RememberedScope): Promise<string>;
  /** All of a person, the last used one first. */
  ofUser(userId: string): Promise<readonly RememberedBrowser[]>;
  /** False when the person has no such browser. */
  end(userId: string, rememberedId: string): Promise<boolean>;
}

/** Ends all remembered browsers of a person. To be called in the transaction of its cause. */
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
    WHERE browser = ? AND user_id = ? AND policy = ? AND remembered_at > ? AND expires_at > ?`);
  const use = db.prepare(
    'UPDATE remembered_browsers SET last_used_at = ? WHERE remembered_id = ? AND expires_at > ?',
  );
  const rename = db.prepare('UPDATE remembered_browsers SET browser = ? WHERE browser = ?');
  const add = db.prepare(`
    INSERT INTO remembered_browsers
      (browser, user_id, policy, remembered_id, method, name, remembered_at, last_used_at, expires_at)
    VALUES ($browser, $user, $policy, $id, $method, $name, $now, $now, $until)
    ON CONFLICT (browser, user_id, policy) DO UPDATE SET
      remembered_id = excluded.remembered_id, method = excluded.method, name = excluded.name,
      remembered_at = excluded.remembered_at, last_used_at = excluded.last_used_at, expires_at = excluded.expires_at`);
  const ofUser = db.prepare<TableRow<'remembered_browsers'>>(`
    SELECT * FROM remembered_browsers WHERE user_id = ? AND expires_at > ?
    ORDER BY last_used_at DESC, remembered_id`);
  const end = db.prepare('DELETE FROM remembered_browsers WHERE user_id = ? AND remembered_id = ?');

  const presentedHash = (): string | null => (browserToken() === '' ? null : hexTokenHash(browserToken()));
  const toRememberedBrowser = (row: TableRow<'remembered_browsers'>): RememberedBrowser => ({
    rememberedId: row.remembered_id,
    policy: row.policy,
    method: row.method as MethodKey,
    browser: row.name,
    rememberedAt: row.remembered_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    isThis: row.browser === presentedHash(),
  });
  return {
    async find(userId, policy, days) {
      const browser = presentedHash();
      if (browser === null) return null;
      const row = await find.get(browser, userId, policy, now() - days * DAY_MS, now());
      return row ? toRememberedBrowser(row) : null;
    },
    use: async (rememberedId) => (await use.run(now(), rememberedId, now())).changes > 0,
    async remember(userId, { policy, method, browser: name, days }) {
      const token = Buffer.from(random(32)).toString('base64url');
      const browser = hexTokenHash(token);
      const former = presentedHash();
      if (former !== null) await rename.run(browser, former);
      await add.run({
        $browser: browser,
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
