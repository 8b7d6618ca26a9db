import type { PasswordSetting, Service } from '#server/config/client.ts';
import type { Clock, RandomBytes } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { serviceNamed } from '#server/config/services.ts';
import { passwordSettingOf } from '#server/login/policy/password-setting.ts';
import type { Audit } from '#server/operations/audit/event.ts';
import { currentRequest } from '#server/operations/request.ts';
import { idempotentRequestsIn } from '#server/storage/idempotency/idempotent-requests.ts';
import { accountsIn } from '#server/storage/repositories/accounts.ts';
import { answersIn } from '#server/storage/repositories/answers.ts';
import { approvalsIn } from '#server/storage/repositories/approvals.ts';
import { attemptsIn } from '#server/storage/repositories/attempts.ts';
import { codeDraftsIn } from '#server/storage/repositories/code-drafts.ts';
import { createdAccountsIn } from '#server/storage/repositories/created-accounts.ts';
import { devicesIn } from '#server/storage/repositories/devices.ts';
import { factorRowsIn, factorsIn } from '#server/storage/repositories/factors.ts';
import { fixedTokensIn } from '#server/storage/repositories/fixed-tokens.ts';
import { heldLoginsIn } from '#server/storage/repositories/held-logins.ts';
import { knownBrowsersIn } from '#server/storage/repositories/known-browsers.ts';
import { marksIn } from '#server/storage/repositories/marks.ts';
import { passkeyChallengesIn } from '#server/storage/repositories/passkey-challenges.ts';
import { passwordChangesIn } from '#server/storage/repositories/password-changes.ts';
import { passwordLinksIn } from '#server/storage/repositories/password-links.ts';
import { passwordsIn } from '#server/storage/repositories/passwords.ts';
import { provisionKeyIn } from '#server/storage/repositories/provision-key.ts';
import { provisionLinksIn } from '#server/storage/repositories/provision-links.ts';
import { pushesIn } from '#server/storage/repositories/pushes.ts';
import { qrLoginsIn } from '#server/storage/repositories/qr-logins.ts';
import { registrationDraftsIn } from '#server/storage/repositories/registration-drafts.ts';
import { registrationTriesIn } from '#server/storage/repositories/registration-tries.ts';
import { registrationsIn } from '#server/storage/repositories/registrations.ts';
import { secondDefaultsIn } from '#server/storage/repositories/second-defaults.ts';
import { sentCodesIn } from '#server/storage/repositories/sent-codes.ts';
import { accessTokensIn } from '#server/storage/sessions/access-tokens.ts';
import { identityTokensIn } from '#server/storage/sessions/identity-tokens.ts';
import { knownBrowserCookie } from '#server/storage/sessions/known-browser-cookie.ts';
import { proofsIn } from '#server/storage/sessions/proofs.ts';
import { sessionRequestsIn } from '#server/storage/sessions/requests.ts';
import { screensIn } from '#server/storage/sessions/screens.ts';
import { sessionsIn } from '#server/storage/sessions/sessions.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { PortalLogins } from './engine.ts';
import { methodTable } from './methods/table.ts';
import { hashPassword } from './password/hash.ts';
import { passwordVerifier } from './password/verify.ts';
import type { ReportDirectoryCheck } from './password/verify-by-directory.ts';
import { type LocalTime, localTime } from './policy/local-time.ts';
import { type Resolution, resolvePolicy } from './policy/resolve.ts';
import { portalLogins } from './portal-logins.ts';
import { pushSender } from './push/sender.ts';
import { personNotifier } from './security-notices/notify-person.ts';
import { codeSender } from './sending/code-sender.ts';
import type { Gateways } from './sending/gateways.ts';
import { notifier } from './sending/notify.ts';

export type PortalDeps = {
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

/** Dependencies of the calls, and the interface for protocol engines (`logins`). */
export type Portal = ReturnType<typeof createPortalCore> & { readonly logins: PortalLogins };

/** Locked for half an hour at most; an administrator need not unlock anything (decision 177). */
const checkLock = ({ maxFailures, minutes }: ServerConfig['lock']): ServerConfig['lock'] => ({
  maxFailures,
  minutes: minutes === 0 ? MAX_CHECK_LOCK : Math.min(minutes, MAX_CHECK_LOCK),
});

function createPortalCore({
  db,
  config,
  now,
  random,
  gateways,
  audit = () => undefined,
  reportDirectoryCheck = () => undefined,
}: PortalDeps) {
  const devices = devicesIn(db, random);
  const accounts = accountsIn(db, devices);
  const passwords = passwordsIn(db);
  const knownBrowsers = knownBrowsersIn(db, now, random, () => currentRequest()?.browserToken ?? '');
  const attempts = attemptsIn(db, config.lock, now, knownBrowsers);
  const checkAttempts = attemptsIn(db, checkLock(config.lock), now, knownBrowsers);
  const verifyPassword = passwordVerifier(accounts, passwords, attempts, config, reportDirectoryCheck);
  const sentCodes = sentCodesIn(db, now);
  const { absoluteMinutes } = config.session;
  const passkeyChallenges = passkeyChallengesIn(db, now, random);
  const qrLogins = qrLoginsIn(db, now, random);
  const pushes = pushesIn(db, absoluteMinutes, now);
  const fixedTokens = fixedTokensIn(db);
  const secondDefaults = secondDefaultsIn(db);
  const provisionKey = provisionKeyIn(db);
  const provisionLinks = provisionLinksIn(db, provisionKey, now, random);
  const rows = factorRowsIn(db, random);
  const local = (): LocalTime => localTime(now(), config.timeZone);
  /** The service of an id as a call carries it: without pipes (decision 43). */
  const client = (clientId: string): Service | null => serviceNamed(config, clientId);
  return {
    config,
    /** Several things whole or not at all; nothing else comes between them. */
    transaction: db.transaction,
    storage: db,
    idempotentRequests: idempotentRequestsIn(db, now),
    now,
    random,
    gateways,
    accounts,
    passwords,
    createdAccounts: createdAccountsIn(db),
    fixedTokens,
    secondDefaults,
    approvals: approvalsIn(db, now, random),
    provisionLinks,
    provisionKey,
    factors: factorsIn(db, devices, rows, now),
    registrations: registrationsIn(db, {
      devices,
      rows,
      links: provisionLinks,
      fixedTokens,
      secondDefaults,
      now,
    }),
    registrationDrafts: registrationDraftsIn(db, now),
    registrationTries: registrationTriesIn(db, now),
    audit,
    notify: notifier(gateways, now),
    notifyPerson: personNotifier({ gateways, config, now }),
    sessions: sessionsIn(db, config, now, random),
    proofs: proofsIn(db, absoluteMinutes, now),
    requests: sessionRequestsIn(db),
    screens: screensIn(db, now),
    accessTokens: accessTokensIn(db, now, random),
    verifyPassword,
    attempts,
    knownBrowsers,
    knownBrowserCookie: knownBrowserCookie(config.publicUrl),
    /** Guesses of an identity check and of an answer. */
    checkAttempts,
    answers: answersIn(db),
    passwordLinks: passwordLinksIn(db, now, random),
    passwordChanges: passwordChangesIn(db, now, knownBrowsers),
    heldLogins: heldLoginsIn(db, now),
    marks: marksIn(db, now),
    identityTokens: identityTokensIn(db, now, random),
    devices,
    qrLogins,
    methods: methodTable({
      config,
      attempts,
      verifyPassword,
      devices,
      sentCodes,
      qrLogins,
      passkeyChallenges,
      pushes,
      now,
      local,
    }),
    passkeyChallenges,
    sentCodes,
    pushes,
    sendPush: pushSender({
      gateway: gateways.push,
      pushes,
      push: config.push,
      now,
      random,
      inTransaction: db.transaction,
    }),
    /** What a comparison costs where there is no password. */
    decoyHash: hashPassword(random(16).toString('hex'), config.scrypt),
    sendCode: codeSender({
      gateways,
      sentCodes,
      codeDrafts: codeDraftsIn(db, now),
      now,
      random,
      inTransaction: db.transaction,
    }),
    local,
    client,
    /** What the password flows of a client ask of a person and offer them (decision 226). */
    passwordSetting: (clientId: string, userId: string | null): PasswordSetting =>
      passwordSettingOf(config, userId, client(clientId)),
    /** The policy of a person at a client today; 016_1 when there is no such client. A service may ask for two steps. */
    policy(userId: string, clientId: string, wantsTwoSteps = false): Resolution {
      const found = client(clientId);
      if (!found) return { ok: false, errCode: '016_1' };
      return resolvePolicy(config, userId, found.clientId, local(), wantsTwoSteps);
    },
  };
}

/** The portal without HTTP. Engines take `logins`, `createServerApp` takes the whole. */
export function createPortal(deps: PortalDeps): Portal {
  const core = createPortalCore(deps);
  return { ...core, logins: portalLogins(core) };
}
