import type { Clock } from '#server/config/deps.ts';
import { log } from '#server/operations/log.ts';
import type { PushSubscriptions } from '#server/storage/repositories/push-subscriptions.ts';
import type { SendWebPush } from './send.ts';

/**
 * Notifies the person's web app of a push. False when no notification was delivered, so that the person has to open the
 * app; null when the person has no web app.
 */
export type NotifyApp = (userId: string, requestId: string) => Promise<boolean | null>;

type Deps = {
  readonly subscriptions: PushSubscriptions;
  readonly send: SendWebPush;
  readonly now: Clock;
};

/**
 * Creates the function that notifies web apps. A notification contains only the id of the push (rule 241).
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
