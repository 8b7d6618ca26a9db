import * as v from 'valibot';
import { type Subscription, subscription } from '#server/config/subscription.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The subscription that a web app sent last. */
export type StoredSubscription = {
  /** Null for an app without notifications, and after its push service has dropped the subscription. */
  readonly subscription: Subscription | null;
  /** Epoch milliseconds until which its push service accepts no messages; 0 for no pause. */
  readonly pausedUntil: number;
};

export interface PushSubscriptions {
  /** Null for a person whose app never sent one: it is not the portal's own app. */
  of(userId: string): Promise<StoredSubscription | null>;
  /** Replaces the subscription of the person. */
  replace(userId: string, sent: Subscription | null): Promise<void>;
  /**
   * Removes a subscription that its push service no longer knows, unless the app has sent another one in the
   * meantime.
   */
  forget(userId: string, endedSubscription: Subscription): Promise<void>;
  pause(userId: string, until: number): Promise<void>;
}

/** The push subscriptions of web apps. */
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
    async forget(userId, endedSubscription) {
      const row = await find.get(userId);
      if (row?.subscription && sealed.open(row.subscription) === JSON.stringify(endedSubscription))
        await forget.run(userId, row.subscription);
    },
    async pause(userId, until) {
      await pause.run(until, userId);
    },
  };
}
