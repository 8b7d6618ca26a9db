import * as v from 'valibot';
import type { NotificationState, PhoneAccount } from '#machines/phone/phone.types.ts';
import type { PhoneClient } from '#phone/calls/client.ts';
import { base64url, bytesOfBase64url } from '#phone/keys/encoding.ts';
import { type AccountStore, isOnlineAccount, type OnlineAccount } from '#phone/store/accounts.ts';
import type { NotificationStore } from '#phone/store/notifications.ts';

/**
 * Time without a notification after which the push subscription is renewed, in milliseconds. A push service may end a
 * subscription without notice.
 */
const RENEWAL_MS = 30 * 24 * 60 * 60 * 1000;

const SUBSCRIPTION_PATH = '/device/subscription';

const subscriptionSchema = v.object({ applicationServerKey: v.string(), endpoint: v.nullable(v.string()) });
const emptySchema = v.object({});

/** The Notifications and Push APIs of the browser. */
export type BrowserNotifications = {
  /** `installFirst`: the browser supports notifications only after the app was added to the home screen. */
  readonly support: 'full' | 'none' | 'installFirst';
  readonly permission: () => NotificationPermission;
  /** Asks the person for the permission. Browsers allow this only after the person has pressed a button. */
  readonly requestPermission: () => Promise<NotificationPermission>;
  readonly pushManager: () => Promise<PushManager>;
  readonly now: () => number;
};

/** What the ports of notifications depend on. */
export type NotificationDeps = {
  readonly client: PhoneClient;
  readonly accounts: Pick<AccountStore, 'all'>;
  readonly notifications: NotificationStore;
  readonly browser: BrowserNotifications;
};

const fetchSubscription = (client: PhoneClient, { deviceKey: key }: OnlineAccount) =>
  client.call({ method: 'GET', path: SUBSCRIPTION_PATH, schema: subscriptionSchema, key });

const sendSubscription = (
  client: PhoneClient,
  { deviceKey: key }: OnlineAccount,
  subscription: PushSubscription | null,
) =>
  client.call({ method: 'POST', path: SUBSCRIPTION_PATH, body: { subscription }, schema: emptySchema, key });

/** The application server key of a subscription, in base64url. */
const applicationServerKeyOf = ({ options }: PushSubscription): string =>
  options.applicationServerKey ? base64url(options.applicationServerKey) : '';

/**
 * Returns the push subscription of the browser for the key of the portal. It is created or renewed if there is none, if
 * it is for another key, or if there was no notification for {@link RENEWAL_MS}.
 */
async function ensureSubscription(
  { notifications, browser }: NotificationDeps,
  applicationServerKey: string,
): Promise<PushSubscription> {
  const manager = await browser.pushManager();
  const current = await manager.getSubscription();
  const isRenewalDue = browser.now() - (await notifications.lastNotifiedAt()) >= RENEWAL_MS;
  if (current && !isRenewalDue && applicationServerKeyOf(current) === applicationServerKey) return current;
  await current?.unsubscribe();
  const subscription = await manager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOfBase64url(applicationServerKey),
  });
  await notifications.saveLastNotifiedAt(browser.now());
  return subscription;
}

/** Sends the push subscription of the browser for each account for which the portal has no or another subscription. */
async function subscribeAccounts(
  deps: NotificationDeps,
  onlineAccounts: readonly OnlineAccount[],
): Promise<NotificationState> {
  const answers = await Promise.all(
    onlineAccounts.map(async (account) => ({
      account,
      answer: await fetchSubscription(deps.client, account),
    })),
  );
  const subscriptions = answers.flatMap(({ account, answer }) =>
    answer.ok ? [{ account, ...answer.value }] : [],
  );
  const [first] = subscriptions;
  if (!first) return 'unknown';
  const subscription = await ensureSubscription(deps, first.applicationServerKey).catch(() => null);
  const outdated = subscriptions.filter(({ endpoint }) => endpoint !== subscription?.endpoint);
  await Promise.all(outdated.map(({ account }) => sendSubscription(deps.client, account, subscription)));
  return subscription === null ? 'failed' : 'on';
}

/** Sends the current push subscription to the portal; returns the state of the notifications. */
export async function checkNotifications(
  deps: NotificationDeps,
  shownAccounts: readonly PhoneAccount[],
): Promise<NotificationState> {
  const { support, permission } = deps.browser;
  const onlineAccounts = (await deps.accounts.all())
    .filter(isOnlineAccount)
    .filter(({ id }) => shownAccounts.some((account) => account.id === id));
  if (support === 'full' && permission() === 'granted') return subscribeAccounts(deps, onlineAccounts);
  await Promise.all(onlineAccounts.map((account) => sendSubscription(deps.client, account, null)));
  if (support !== 'full') return support;
  return permission() === 'denied' ? 'blocked' : 'off';
}

/** Asks the person for the permission for notifications, and then sends the push subscription to the portal. */
export async function enableNotifications(
  deps: NotificationDeps,
  shownAccounts: readonly PhoneAccount[],
): Promise<NotificationState> {
  await deps.browser.requestPermission();
  return checkNotifications(deps, shownAccounts);
}
