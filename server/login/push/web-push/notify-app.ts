import type { Clock } from '#server/config/deps.ts';
import { log } from '#server/operations/log.ts';
import type { PushSubscriptions } from '#server/storage/repositories/push-subscriptions.ts';
import type { SendWebPush } from './send.ts';

export type NotifyApp = (userId: string, requestId: string) => Promise<boolean | null>;

type Deps = {
  readonly subscriptions: PushSubscriptions;
  readonly send: SendWebPush;
  readonly now: Clock;
};

/**
 * Sends the id of a push to the person's web app, and nothing else (rule 241). Resolves to false when no notification
 * was delivered, so that the person has to open the app, and to null when the person has no web app.
 */
export const appNotifier =
  ({ subscriptions, send, now }: Deps): NotifyApp =>
  async (userId, requestId) => {
    const stored = await subscriptions.of(userId);
    if (stored === null) return null;
    const { subscription, pausedUntil } = stored;
    if (subscription === null || pausedUntil > now()) return false;
    const delivery = await send(subscription, JSON.stringify({ id: requestId }));
    switch (delivery.result) {
      case 'accepted':
        return true;
      case 'unsubscribed':
        await subscriptions.remove(userId, subscription);
        return false;
      case 'paused':
        await subscriptions.pause(userId, now() + delivery.seconds * 1000);
        return false;
      case 'refused':
      case 'outage':
        log.warn(`The push service ${new URL(subscription.endpoint).host} failed: ${delivery.reason}`);
        return false;
    }
  };
