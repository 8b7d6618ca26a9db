import type { PasswordSetting, Service } from '#server/config/client.ts';
import type { Clock, RandomBytes } from '#server/config/deps.ts';
import { foldedId } from '#server/config/folded-id.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { serviceWithId } from '#server/config/services.ts';
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
import { denialReporter, type ReportDenial } from './security-notices/report-denial.ts';
import { codeSender, type SendCode } from './sending/code-sender.ts';
import { type Gateways, mailFrom } from './sending/gateways.ts';
import { type Notify, notifier } from './sending/notify.ts';

export type { AccountStores, FactorStores, SessionStores } from '#server/storage/stores.ts';

/** The database, the clock, random numbers and the audit. */
export type Runtime = {
  readonly storage: Storage;
  /** Runs several statements atomically and in isolation. */
  readonly transaction: Storage['transaction'];
  readonly now: Clock;
  readonly random: RandomBytes;
  readonly audit: Audit;
};

/** The configuration, and the policy and settings that apply to a person at a service now. */
export type Settings = {
  readonly config: ServerConfig;
  readonly localTime: () => LocalTime;
  /**
   * Finds a service by its client id. Calls send the client id without the pipe characters of the configuration (rule
   * 43).
   */
  readonly client: (clientId: string) => Service | null;
  /** A person with the person's groups, which are empty when no policy names groups. */
  readonly person: (userId: string) => Promise<Person>;
  /** The password setting of a person at a client (rule 226). */
  readonly passwordSetting: (clientId: string, userId: string | null) => Promise<PasswordSetting>;
  /**
   * The policy that applies to a person at a client now, at the address of the request; the error code 016_1 for an
   * unknown client.
   */
  readonly policy: (userId: string, clientId: string, wantsTwoSteps?: boolean) => Promise<Resolution>;
};

/** Verification of secrets, and the counters of failures. */
export type Verification = {
  readonly methods: ReturnType<typeof methodTable>;
  readonly verifyPassword: VerifyPassword;
  readonly attempts: Attempts;
  /** Counts wrong guesses in an identity check and wrong answers to a question. */
  readonly checkAttempts: Attempts;
  /** Counts uses of proofs of possession, so that a proof is not accepted twice (rule 238). */
  readonly deviceProofs: ReturnType<typeof windowLimit>;
  /** Compared when an account has no hash, so that the answer takes as long as for an account with a hash. */
  readonly decoyHash: ReturnType<typeof hashPassword>;
};

/** Messages to people: codes, pushes and security notices. */
export type Sending = {
  readonly gateways: Gateways;
  readonly sendCode: SendCode;
  readonly sendPush: SendPush;
  readonly notify: Notify;
  readonly notifyPerson: NotifyPerson;
  readonly reportDenial: ReportDenial;
};

/**
 * The parts of the portal that the calls and the engines use; they do not depend on HTTP. A function that needs only
 * some parts has a parameter with only their types.
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
    /** The sessions, logins and accounts for protocol engines. */
    readonly logins: PortalLogins;
  };

type PortalDeps = {
  readonly db: Storage;
  readonly config: ServerConfig;
  readonly now: Clock;
  readonly random: RandomBytes;
  readonly gateways: Gateways;
  readonly audit?: Audit;
  readonly reportDirectoryCheck?: ReportDirectoryCheck;
};

/** Maximum minutes of a lock of identity checks and answers. */
const MAX_CHECK_LOCK_MINUTES = 30;

/** How long uses of proofs of possession are counted: longer than a proof is valid, which is at most two minutes. */
const DEVICE_PROOF_MINUTES = 3;

/**
 * The lock of identity checks and answers: at most half an hour, so that an administrator need not end it (rule 177).
 */
const checkLock = ({ maxFailures, minutes }: ServerConfig['lock']): ServerConfig['lock'] => ({
  maxFailures,
  minutes: minutes === 0 ? MAX_CHECK_LOCK_MINUTES : Math.min(minutes, MAX_CHECK_LOCK_MINUTES),
});

const NO_GROUPS: ReadonlySet<string> = new Set();

function settingsOf(config: ServerConfig, now: Clock, groups: Groups): Settings {
  const currentLocalTime = (): LocalTime => localTime(now(), config.timeZone);
  const client = (clientId: string): Service | null => serviceWithId(config, clientId);
  const usesGroups = config.policies.some((policy) => policy.groups !== undefined);
  const person = async (userId: string): Promise<Person> => {
    if (!usesGroups) return { userId, groups: NO_GROUPS };
    return { userId, groups: new Set((await groups.of(userId)).map(foldedId)) };
  };
  return {
    config,
    localTime: currentLocalTime,
    client,
    person,
    passwordSetting: async (clientId, userId) =>
      passwordSettingOf(config, userId === null ? null : await person(userId), client(clientId)),
    async policy(userId, clientId, wantsTwoSteps = false) {
      const service = client(clientId);
      if (!service) return { ok: false, errCode: '016_1' };
      const address = currentRequest()?.address ?? null;
      return resolvePolicy(
        config,
        await person(userId),
        service.clientId,
        currentLocalTime(),
        address,
        wantsTwoSteps,
      );
    },
  };
}

/** Creates the parts of the portal. */
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
  const knownBrowserToken = () => currentRequest()?.browserToken ?? '';
  const rememberedBrowserToken = () => currentRequest()?.rememberedToken ?? '';
  const stores = storesIn({
    db,
    config,
    now,
    random,
    knownBrowserToken,
    rememberedBrowserToken,
  });
  const settings = settingsOf(config, now, stores.groups);
  const { accounts, passwords, knownBrowsers, sentCodes, pushes } = stores;

  const attempts = attemptsIn(db, config.lock, now, knownBrowsers);
  const verifyPassword = passwordVerifier(db, accounts, passwords, attempts, config, reportDirectoryCheck);
  const verification: Verification = {
    methods: methodTable({ ...stores, config, attempts, verifyPassword, now, localTime: settings.localTime }),
    verifyPassword,
    attempts,
    checkAttempts: attemptsIn(db, checkLock(config.lock), now, knownBrowsers),
    deviceProofs: windowLimit(db, 'device-proof', DEVICE_PROOF_MINUTES, now),
    decoyHash: hashPassword(random(16).toString('hex'), config.argon2),
  };

  const transaction = db.transaction;
  const codeDrafts = codeDraftsIn(db, now);
  const { pushSubscriptions } = stores.devices;
  const sendWebPush = webPushSender({
    key: () => vapidKey(db),
    contact: `mailto:${mailFrom(config)}`,
    lifetimeSeconds: config.push.seconds,
    trustedOrigins: config.push.services,
    now,
    random,
  });
  const sending: Sending = {
    gateways,
    sendCode: codeSender({ gateways, sentCodes, codeDrafts, now, random, transaction }),
    sendPush: pushSender({
      gateway: gateways.push,
      notifyApp: appNotifier({ subscriptions: pushSubscriptions, send: sendWebPush, now }),
      hasWebApp: async (userId) => (await pushSubscriptions.of(userId)) !== null,
      pushes,
      push: config.push,
      now,
      random,
      transaction,
    }),
    notify: notifier(gateways, now),
    notifyPerson: personNotifier({ gateways, config, now }),
    reportDenial: denialReporter({ db, config, gateways, now }),
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
