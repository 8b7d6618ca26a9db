import * as v from 'valibot';
import { type Subscription, subscription } from '#server/config/subscription.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The subscription that a web app sent last. */
export type StoredSubscription = {
  /** Null when it takes no notifications, or its push service has forgotten it. */
  readonly subscription: Subscription | null;
  /** Epoch milliseconds until when its push service takes none; 0 for none. */
  readonly pausedUntil: number;
};

export interface PushSubscriptions {
  /** Null for a person whose app never sent one: it is not the portal's own app. */
  of(userId: string): Promise<StoredSubscription | null>;
  /** Replaces the subscription of the person. */
  replace(userId: string, sent: Subscription | null): Promise<void>;
  /** Forgets a subscription that its push service does not know, unless the app has sent another one meanwhile. */
  forget(userId: string, gone: Subscription): Promise<void>;
  pause(userId: string, until: number): Promise<void>;
}

/** Where the web apps of people take notifications. */
export function pushSubscriptionsIn(db: Storage): PushSubscriptions {
  const sealed = sealedColumn(db, 'push_subscriptions', 'subscription');
  const find = db.prepare<TableRow<'push_subscriptions'>>(
    'SELECT * FROM push_subscriptions WHERE user_id = ?',
  );
  const replace = db.prepare(`
    INSERT INTO push_subscriptions (user_id, subscription, paused_until) VALUES (?, ?, 0)
    ON CONFLICT (user_id) DO UPDATE SET subscription = excluded.subscription, paused_until = 0`);
  const forget = db.prepare(
    'UPDATE push_subscriptions SET subscription = NULL WHERE user_id = ? AND subscription = ?',
  );
  const pause = db.prepare('UPDATE push_subscriptions SET paused_until = ? WHERE user_id = ?');
  return {
    async of(userId) {
      const row = await find.get(userId);
      if (!row) return null;
      const { subscription: stored, paused_until: pausedUntil } = row;
      return {
        subscription: stored === null ? null : v.parse(subscription, JSON.parse(sealed.open(stored))),
        pausedUntil,
      };
    },
    async replace(userId, sent) {
      await replace.run(userId, sent && sealed.seal(JSON.stringify(sent)));
    },
    async forget(userId, gone) {
      const row = await find.get(userId);
      if (row?.subscription && sealed.open(row.subscription) === JSON.stringify(gone))
        await forget.run(userId, row.subscription);
    },
    async pause(userId, until) {
      await pause.run(until, userId);
    },
  };
}
