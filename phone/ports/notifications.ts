import * as v from 'valibot';
import type { NotificationState, PhoneAccount } from '#machines/phone/phone.types.ts';
import type { PhoneClient } from '#phone/calls/client.ts';
import { base64url, bytesOfBase64url } from '#phone/keys/encoding.ts';
import { type AccountStore, isOnlineAccount, type OnlineAccount } from '#phone/store/accounts.ts';
import type { NotificationStore } from '#phone/store/notifications.ts';

/** A subscription is renewed after this time without a notification: push services may drop it silently. */
const RENEWAL_MS = 30 * 24 * 60 * 60 * 1000;

const PATH = '/device/subscription';

const subscriptionSchema = v.object({ applicationServerKey: v.string(), endpoint: v.nullable(v.string()) });
const emptySchema = v.object({});

/** The Notifications and Push APIs of the browser. */
export type BrowserNotifications = {
  /** `installFirst`: only after the app was added to the home screen. */
  readonly support: 'full' | 'none' | 'installFirst';
  readonly permission: () => NotificationPermission;
  /** Browsers allow this only after a press. */
  readonly requestPermission: () => Promise<NotificationPermission>;
  readonly pushManager: () => Promise<PushManager>;
  readonly now: () => number;
};

export type NotificationDeps = {
  readonly client: PhoneClient;
  readonly accounts: Pick<AccountStore, 'all'>;
  readonly notifications: NotificationStore;
  readonly browser: BrowserNotifications;
};

const fetchSubscription = (client: PhoneClient, { deviceKey: key }: OnlineAccount) =>
  client.call({ method: 'GET', path: PATH, schema: subscriptionSchema, key });

const sendSubscription = (
  client: PhoneClient,
  { deviceKey: key }: OnlineAccount,
  subscription: PushSubscription | null,
) => client.call({ method: 'POST', path: PATH, body: { subscription }, schema: emptySchema, key });

const keyOf = ({ options }: PushSubscription): string =>
  options.applicationServerKey ? base64url(options.applicationServerKey) : '';

/** The push subscription for the portal's key; renewed when there was no notification for too long. */
async function ensureSubscription(
  { notifications, browser }: NotificationDeps,
  applicationServerKey: string,
): Promise<PushSubscription> {
  const manager = await browser.pushManager();
  const current = await manager.getSubscription();
  const isSilent = browser.now() - (await notifications.lastNotifiedAt()) >= RENEWAL_MS;
  if (current && !isSilent && keyOf(current) === applicationServerKey) return current;
  await current?.unsubscribe();
  const subscription = await manager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOfBase64url(applicationServerKey),
  });
  await notifications.saveLastNotifiedAt(browser.now());
  return subscription;
}

/** Sends the push subscription to the portal for each account where the portal has another one or none. */
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

/** Brings the portal up to date about the push subscription, and returns the state of the notifications. */
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

/** Asks the person for the permission, then updates the portal. */
export async function enableNotifications(
  deps: NotificationDeps,
  shownAccounts: readonly PhoneAccount[],
): Promise<NotificationState> {
  await deps.browser.requestPermission();
  return checkNotifications(deps, shownAccounts);
}
