import * as v from 'valibot';
import type { Notifications, PhoneAccount } from '#machines/phone/phone.types.ts';
import type { PhoneClient } from '#phone/calls/client.ts';
import type { DeviceKey } from '#phone/keys/device-key.ts';
import { base64url, bytesOfBase64url } from '#phone/keys/encoding.ts';
import type { Accounts, StoredAccount } from '#phone/store/accounts.ts';
import type { NotificationStore } from '#phone/store/notifications.ts';

/** After this long without a notification the subscription is made anew: push services drop them in silence. */
const RENEWAL_MS = 30 * 24 * 60 * 60 * 1000;

const PATH = '/device/subscription';

const known = v.object({ applicationServerKey: v.string(), endpoint: v.nullable(v.string()) });
const nothing = v.object({});

/** What the browser can do. */
export type NotifyingBrowser = {
  /** `none`: it has no notifications; `installFirst`: it has them once the app is on the home screen. */
  readonly ability: 'full' | 'none' | 'installFirst';
  readonly permission: () => NotificationPermission;
  /** Asks the person; only as an answer to a press. */
  readonly ask: () => Promise<NotificationPermission>;
  readonly manager: () => Promise<PushManager>;
  readonly now: () => number;
};

export type NotificationDeps = {
  readonly client: PhoneClient;
  readonly accounts: Pick<Accounts, 'all'>;
  readonly notifications: NotificationStore;
  readonly browser: NotifyingBrowser;
};

/** An account that the portal can reach: none that was added without a connection. */
type Reached = { readonly deviceKey: DeviceKey };

const isReached = (account: StoredAccount): account is StoredAccount & Reached => account.deviceKey !== null;

const asked = (client: PhoneClient, { deviceKey: key }: Reached) =>
  client.call({ method: 'GET', path: PATH, schema: known, key });

const send = (client: PhoneClient, { deviceKey: key }: Reached, subscription: PushSubscription | null) =>
  client.call({ method: 'POST', path: PATH, body: { subscription }, schema: nothing, key });

const keyOf = ({ options }: PushSubscription): string =>
  options.applicationServerKey ? base64url(options.applicationServerKey) : '';

/** The subscription for the key of the portal, a new one when the former has been silent for too long. */
async function subscribed(
  { notifications, browser }: NotificationDeps,
  applicationServerKey: string,
): Promise<PushSubscription> {
  const manager = await browser.manager();
  const former = await manager.getSubscription();
  const isSilent = browser.now() - (await notifications.heardAt()) >= RENEWAL_MS;
  if (former && !isSilent && keyOf(former) === applicationServerKey) return former;
  await former?.unsubscribe();
  const made = await manager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOfBase64url(applicationServerKey),
  });
  await notifications.keepHeardAt(browser.now());
  return made;
}

/** Sends the subscription of this phone to the portal for each account for which the portal does not have it yet. */
async function sendToAll(
  deps: NotificationDeps,
  stored: readonly (StoredAccount & Reached)[],
): Promise<Notifications> {
  const answers = await Promise.all(
    stored.map(async (account) => ({ account, answer: await asked(deps.client, account) })),
  );
  const reached = answers.flatMap(({ account, answer }) => (answer.ok ? [{ account, ...answer.value }] : []));
  const [first] = reached;
  if (!first) return 'unknown';
  const subscription = await subscribed(deps, first.applicationServerKey).catch(() => null);
  const outdated = reached.filter(({ endpoint }) => endpoint !== subscription?.endpoint);
  await Promise.all(outdated.map(({ account }) => send(deps.client, account, subscription)));
  return subscription === null ? 'failed' : 'on';
}

/** Whether the phone is notified, once the portal knows of it for each account. */
export async function checkNotifications(
  deps: NotificationDeps,
  asking: readonly PhoneAccount[],
): Promise<Notifications> {
  const { ability, permission } = deps.browser;
  const stored = (await deps.accounts.all())
    .filter(isReached)
    .filter(({ id }) => asking.some((account) => account.id === id));
  if (ability === 'full' && permission() === 'granted') return sendToAll(deps, stored);
  await Promise.all(stored.map((account) => send(deps.client, account, null)));
  if (ability !== 'full') return ability;
  return permission() === 'denied' ? 'blocked' : 'off';
}

/** Asks the person whether the browser may notify, and tells the portal. */
export async function enableNotifications(
  deps: NotificationDeps,
  asking: readonly PhoneAccount[],
): Promise<Notifications> {
  await deps.browser.ask();
  return checkNotifications(deps, asking);
}
