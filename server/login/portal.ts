import type { PasswordSetting, Service } from '#server/config/client.ts';
import type { Clock, RandomBytes } from '#server/config/deps.ts';
import { foldedId } from '#server/config/folded-id.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { serviceNamed } from '#server/config/services.ts';
import { windowLimit } from '#server/login/limits/window-limit.ts';
import { passwordSettingOf } from '#server/login/policy/password-setting.ts';
import type { Audit } from '#server/operations/audit/event.ts';
import { currentRequest } from '#server/operations/request.ts';
import { type Attempts, attemptsIn } from '#server/storage/repositories/attempts.ts';
import { codeDraftsIn } from '#server/storage/repositories/code-drafts.ts';
import type { Groups } from '#server/storage/repositories/groups.ts';
import type { BrowserCookie } from '#server/storage/sessions/browser-cookie.ts';
import { knownBrowserCookie } from '#server/storage/sessions/known-browser-cookie.ts';
import { rememberedBrowserCookie } from '#server/storage/sessions/remembered-browser-cookie.ts';
import type { Storage } from '#server/storage/storage.ts';
import {
  type AccountStores,
  type FactorStores,
  type SessionStores,
  storesIn,
} from '#server/storage/stores.ts';
import type { PortalLogins } from './engine.ts';
import { methodTable } from './methods/table.ts';
import { hashPassword } from './password/hash.ts';
import { passwordVerifier, type VerifyPassword } from './password/verify.ts';
import type { ReportDirectoryCheck } from './password/verify-by-directory.ts';
import { type LocalTime, localTime } from './policy/local-time.ts';
import { type Person, type Resolution, resolvePolicy } from './policy/resolve.ts';
import { portalLogins } from './portal-logins.ts';
import { pushSender, type SendPush } from './push/sender.ts';
import { appNotifier } from './push/web-push/notify-app.ts';
import { webPushSender } from './push/web-push/send.ts';
import { vapidKey } from './push/web-push/vapid.ts';
import { type NotifyPerson, personNotifier } from './security-notices/notify-person.ts';
import { type RefusalAlarm, refusalAlarm } from './security-notices/refusal-alarm.ts';
import { codeSender, type SendCode } from './sending/code-sender.ts';
import { type Gateways, mailFrom } from './sending/gateways.ts';
import { type Notify, notifier } from './sending/notify.ts';

export type { AccountStores, FactorStores, SessionStores } from '#server/storage/stores.ts';

/** What the portal runs on. */
export type Runtime = {
  readonly storage: Storage;
  /** Several things whole or not at all; nothing else comes between them. */
  readonly transaction: Storage['transaction'];
  readonly now: Clock;
  readonly random: RandomBytes;
  readonly audit: Audit;
};

/** What the operator has set, as it applies to a person at a service now. */
export type Settings = {
  readonly config: ServerConfig;
  readonly local: () => LocalTime;
  /** The service of an id as a call carries it: without pipes (decision 43). */
  readonly client: (clientId: string) => Service | null;
  /** A person with the groups that policies ask for. */
  readonly person: (userId: string) => Promise<Person>;
  /** What the password flows of a client ask of a person and offer them (decision 226). */
  readonly passwordSetting: (clientId: string, userId: string | null) => Promise<PasswordSetting>;
  /** The policy of a person at a client now, from where the request comes; 016_1 when there is no such client. A service may ask for two steps. */
  readonly policy: (userId: string, clientId: string, wantsTwoSteps?: boolean) => Promise<Resolution>;
};

/** What verifies a secret, and counts how often that has failed. */
export type Verification = {
  readonly methods: ReturnType<typeof methodTable>;
  readonly verifyPassword: VerifyPassword;
  readonly attempts: Attempts;
  /** Guesses of an identity check and of an answer. */
  readonly checkAttempts: Attempts;
  /** The proofs of calls of apps: each counts once (decision 238). */
  readonly deviceProofs: ReturnType<typeof windowLimit>;
  /** What a comparison costs where there is no password. */
  readonly decoyHash: ReturnType<typeof hashPassword>;
};

/** What reaches a person outside the page. */
export type Sending = {
  readonly gateways: Gateways;
  readonly sendCode: SendCode;
  readonly sendPush: SendPush;
  readonly notify: Notify;
  readonly notifyPerson: NotifyPerson;
  readonly reportRefusal: RefusalAlarm;
};

/**
 * The portal without HTTP: everything that its calls and engines use. A function that needs only parts of it names their
 * types.
 */
export type Portal = Runtime &
  Settings &
  AccountStores &
  FactorStores &
  SessionStores &
  Verification &
  Sending & {
    readonly knownBrowserCookie: BrowserCookie;
    readonly rememberedBrowserCookie: BrowserCookie;
    /** What protocol engines ask. */
    readonly logins: PortalLogins;
  };

type PortalDeps = {
  readonly db: Storage;
  readonly config: ServerConfig;
  readonly now: Clock;
  readonly random: RandomBytes;
  readonly gateways: Gateways;
  readonly audit?: Audit;
  /** Hears whether the directory answered for a password. */
  readonly reportDirectoryCheck?: ReportDirectoryCheck;
};

const MAX_CHECK_LOCK = 30;

/** Longer than a proof holds: from a minute before its time to a minute after it. */
const DEVICE_PROOF_MINUTES = 3;

/** Locked for half an hour at most; an administrator need not unlock anything (decision 177). */
const checkLock = ({ maxFailures, minutes }: ServerConfig['lock']): ServerConfig['lock'] => ({
  maxFailures,
  minutes: minutes === 0 ? MAX_CHECK_LOCK : Math.min(minutes, MAX_CHECK_LOCK),
});

const NO_GROUPS: ReadonlySet<string> = new Set();

function settingsOf(config: ServerConfig, now: Clock, groups: Groups): Settings {
  const local = (): LocalTime => localTime(now(), config.timeZone);
  const client = (clientId: string): Service | null => serviceNamed(config, clientId);
  const asksForGroups = config.policies.some((policy) => policy.groups !== undefined);
  const person = async (userId: string): Promise<Person> => {
    if (!asksForGroups) return { userId, groups: NO_GROUPS };
    return { userId, groups: new Set((await groups.of(userId)).map(foldedId)) };
  };
  return {
    config,
    local,
    client,
    person,
    passwordSetting: async (clientId, userId) =>
      passwordSettingOf(config, userId === null ? null : await person(userId), client(clientId)),
    async policy(userId, clientId, wantsTwoSteps = false) {
      const found = client(clientId);
      if (!found) return { ok: false, errCode: '016_1' };
      const address = currentRequest()?.address ?? null;
      return resolvePolicy(config, await person(userId), found.clientId, local(), address, wantsTwoSteps);
    },
  };
}

export function createPortal({
  db,
  config,
  now,
  random,
  gateways,
  audit = () => undefined,
  reportDirectoryCheck = () => undefined,
}: PortalDeps): Portal {
  const runtime: Runtime = { storage: db, transaction: db.transaction, now, random, audit };
  const browserToken = () => currentRequest()?.browserToken ?? '';
  const rememberedToken = () => currentRequest()?.rememberedToken ?? '';
  const stores = storesIn({ db, config, now, random, browserToken, rememberedToken });
  const settings = settingsOf(config, now, stores.groups);
  const { accounts, passwords, knownBrowsers, sentCodes, pushes } = stores;

  const attempts = attemptsIn(db, config.lock, now, knownBrowsers);
  const verifyPassword = passwordVerifier(accounts, passwords, attempts, config, reportDirectoryCheck);
  const verification: Verification = {
    methods: methodTable({ ...stores, config, attempts, verifyPassword, now, local: settings.local }),
    verifyPassword,
    attempts,
    checkAttempts: attemptsIn(db, checkLock(config.lock), now, knownBrowsers),
    deviceProofs: windowLimit(db, 'device-proof', DEVICE_PROOF_MINUTES, now),
    decoyHash: hashPassword(random(16).toString('hex'), config.argon2),
  };

  const inTransaction = db.transaction;
  const codeDrafts = codeDraftsIn(db, now);
  const { pushSubscriptions } = stores.devices;
  const sendWebPush = webPushSender({
    key: () => vapidKey(db),
    contact: `mailto:${mailFrom(config)}`,
    lifetime: config.push.seconds,
    trusted: config.push.services,
    now,
    random,
  });
  const sending: Sending = {
    gateways,
    sendCode: codeSender({ gateways, sentCodes, codeDrafts, now, random, inTransaction }),
    sendPush: pushSender({
      gateway: gateways.push,
      notifyApp: appNotifier({ subscriptions: pushSubscriptions, send: sendWebPush, now }),
      hasWebApp: async (userId) => (await pushSubscriptions.of(userId)) !== null,
      pushes,
      push: config.push,
      now,
      random,
      inTransaction,
    }),
    notify: notifier(gateways, now),
    notifyPerson: personNotifier({ gateways, config, now }),
    reportRefusal: refusalAlarm({ db, config, gateways, now }),
  };

  return {
    ...runtime,
    ...settings,
    ...stores,
    ...verification,
    ...sending,
    knownBrowserCookie: knownBrowserCookie(config.publicUrl),
    rememberedBrowserCookie: rememberedBrowserCookie(config),
    logins: portalLogins({ ...runtime, ...settings, ...stores }),
  };
}
