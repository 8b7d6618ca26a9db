import * as v from 'valibot';
import { type Subscription, subscription } from '#server/config/subscription.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The last push subscription that a person's web app has sent. */
export type StoredSubscription = {
  /** Null for an app without notifications, and after its push service has dropped the subscription. */
  readonly subscription: Subscription | null;
  /** Until when the push service accepts no messages, in epoch milliseconds; 0 without a pause. */
  readonly pausedUntil: number;
};

export interface PushSubscriptions {
  /** The subscription of a person; null when the person's app has never sent one, so it is not the portal's web app. */
  of(userId: string): Promise<StoredSubscription | null>;
  /** Replaces the subscription of the person. */
  replace(userId: string, sent: Subscription | null): Promise<void>;
  /**
   * Removes a subscription that its push service has ended, unless the app has sent another subscription in the
   * meantime.
   */
  remove(userId: string, endedSubscription: Subscription): Promise<void>;
  /** Records until when the push service accepts no messages, in epoch milliseconds. */
  pause(userId: string, until: number): Promise<void>;
}

/** The push subscriptions of web apps. */
export function pushSubscriptionsIn(db: Storage): PushSubscriptions {
  const sealedSubscriptions = sealedColumn(db, 'push_subscriptions', 'subscription');
  const find = db.prepare<TableRow<'push_subscriptions'>>(
    'SELECT * FROM push_subscriptions WHERE user_id = ?',
  );
  const replace = db.prepare(`
    INSERT INTO push_subscriptions (user_id, subscription, paused_until) VALUES (?, ?, 0)
    ON CONFLICT (user_id) DO UPDATE SET subscription = excluded.subscription, paused_until = 0`);
  const clear = db.prepare(
    'UPDATE push_subscriptions SET subscription = NULL WHERE user_id = ? AND subscription = ?',
  );
  const pause = db.prepare('UPDATE push_subscriptions SET paused_until = ? WHERE user_id = ?');
  return {
    async of(userId) {
      const row = await find.get(userId);
      if (!row) return null;
      const { subscription: stored, paused_until: pausedUntil } = row;
      return {
        subscription:
          stored === null ? null : v.parse(subscription, JSON.parse(sealedSubscriptions.open(stored))),
        pausedUntil,
      };
    },
    async replace(userId, sent) {
      await replace.run(userId, sent && sealedSubscriptions.seal(JSON.stringify(sent)));
    },
    async remove(userId, endedSubscription) {
      const row = await find.get(userId);
      if (
        row?.subscription &&
        sealedSubscriptions.open(row.subscription) === JSON.stringify(endedSubscription)
      )
        await clear.run(userId, row.subscription);
    },
    async pause(userId, until) {
      await pause.run(until, userId);
    },
  };
}
