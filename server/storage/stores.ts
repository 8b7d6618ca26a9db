import type { Clock, RandomBytes } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { type IdempotentRequests, idempotentRequestsIn } from './idempotency/idempotent-requests.ts';
import { type Accounts, accountsIn } from './repositories/accounts.ts';
import { type Answers, answersIn } from './repositories/answers.ts';
import { type Approvals, approvalsIn } from './repositories/approvals.ts';
import { caepIn } from './repositories/caep.ts';
import { type CreatedAccounts, createdAccountsIn } from './repositories/created-accounts.ts';
import { type DailyWork, dailyWorkIn } from './repositories/daily-work.ts';
import { type Devices, devicesIn } from './repositories/devices.ts';
import { type DirectoryPeople, directoryPeopleIn } from './repositories/directory-people.ts';
import { type Factors, factorRowsIn, factorsIn } from './repositories/factors.ts';
import { type FirstStepDefaults, firstStepDefaultsIn } from './repositories/first-step-defaults.ts';
import { type Groups, groupsIn } from './repositories/groups.ts';
import { type HeldLogins, heldLoginsIn } from './repositories/held-logins.ts';
import { type KnownBrowsers, knownBrowsersIn } from './repositories/known-browsers.ts';
import { type KnownNetworks, knownNetworksIn } from './repositories/known-networks.ts';
import { type Notices, noticesIn } from './repositories/notices.ts';
import { type PassedChecks, passedChecksIn } from './repositories/passed-checks.ts';
import { type PasskeyChallenges, passkeyChallengesIn } from './repositories/passkey-challenges.ts';
import { type PasswordChanges, passwordChangesIn } from './repositories/password-changes.ts';
import { type PasswordLinks, passwordLinksIn } from './repositories/password-links.ts';
import { type Passwords, passwordsIn } from './repositories/passwords.ts';
import { type ProvisionKey, provisionKeyIn } from './repositories/provision-key.ts';
import { type ProvisionLinks, provisionLinksIn } from './repositories/provision-links.ts';
import { type Pushes, pushesIn } from './repositories/pushes.ts';
import { type QrLogins, qrLoginsIn } from './repositories/qr-logins.ts';
import { type RegistrationAttempts, registrationAttemptsIn } from './repositories/registration-attempts.ts';
import { type RegistrationDrafts, registrationDraftsIn } from './repositories/registration-drafts.ts';
import { type Registrations, registrationsIn } from './repositories/registrations.ts';
import { type RememberedBrowsers, rememberedBrowsersIn } from './repositories/remembered-browsers.ts';
import { type SecondStepDefaults, secondStepDefaultsIn } from './repositories/second-step-defaults.ts';
import { type SecurityEvents, securityEventsIn } from './repositories/security-events.ts';
import { type SentCodes, sentCodesIn } from './repositories/sent-codes.ts';
import { type Servers, serversIn } from './repositories/servers.ts';
import { type SignInReportLinks, signInReportLinksIn } from './repositories/sign-in-report-links.ts';
import { type SignIns, signInsIn } from './repositories/sign-ins.ts';
import { type SsfStreams, ssfStreamsIn } from './repositories/ssf-streams.ts';
import { type Suspensions, suspensionsIn } from './repositories/suspensions.ts';
import { accessTokensIn } from './sessions/access-tokens.ts';
import { type IdentityTokens, identityTokensIn } from './sessions/identity-tokens.ts';
import { type Proofs, proofsIn } from './sessions/proofs.ts';
import { type SessionRequests, sessionRequestsIn } from './sessions/requests.ts';
import { type Screens, screensIn } from './sessions/screens.ts';
import { type SealedSessions, sealedSessionsIn } from './sessions/sealed-sessions.ts';
import { type Sessions, sessionsIn } from './sessions/sessions.ts';
import type { Storage } from './storage.ts';

/** Repositories of accounts and everything that belongs to them. */
export type AccountStores = {
  readonly accounts: Accounts;
  readonly createdAccounts: CreatedAccounts;
  readonly passwords: Passwords;
  readonly passwordChanges: PasswordChanges;
  readonly passwordLinks: PasswordLinks;
  readonly answers: Answers;
  readonly approvals: Approvals;
  readonly firstStepDefaults: FirstStepDefaults;
  readonly secondStepDefaults: SecondStepDefaults;
  readonly knownBrowsers: KnownBrowsers;
  readonly knownNetworks: KnownNetworks;
  readonly rememberedBrowsers: RememberedBrowsers;
  readonly signIns: SignIns;
  readonly signInReportLinks: SignInReportLinks;
  readonly suspensions: Suspensions;
  readonly groups: Groups;
  readonly securityEvents: SecurityEvents;
  readonly ssfStreams: SsfStreams;
  readonly notices: Notices;
  readonly servers: Servers;
  readonly directoryPeople: DirectoryPeople;
  readonly dailyWork: DailyWork;
};

/** Repositories of factors and their registration. */
export type FactorStores = {
  readonly devices: Devices;
  readonly factors: Factors;
  readonly registrations: Registrations;
  readonly registrationDrafts: RegistrationDrafts;
  readonly registrationAttempts: RegistrationAttempts;
  readonly provisionLinks: ProvisionLinks;
  readonly provisionKey: ProvisionKey;
};

/** Repositories of sessions and of the data that belong to a session: proofs, tokens, codes, pushes and others. */
export type SessionStores = {
  readonly sessions: Sessions;
  readonly sealedSessions: SealedSessions;
  readonly proofs: Proofs;
  readonly requests: SessionRequests;
  readonly screens: Screens;
  readonly accessTokens: ReturnType<typeof accessTokensIn>;
  readonly identityTokens: IdentityTokens;
  readonly passedChecks: PassedChecks;
  readonly heldLogins: HeldLogins;
  readonly sentCodes: SentCodes;
  readonly pushes: Pushes;
  readonly qrLogins: QrLogins;
  readonly passkeyChallenges: PasskeyChallenges;
  readonly idempotentRequests: IdempotentRequests;
};

type Deps = {
  readonly db: Storage;
  readonly config: Pick<ServerConfig, 'publicUrl' | 'session'>;
  readonly now: Clock;
  readonly random: RandomBytes;
  /** The token in the known-browser cookie of the current request; empty without this cookie. */
  readonly knownBrowserToken: () => string;
  /** The token in the remembered-browser cookie of the current request; empty without this cookie. */
  readonly rememberedBrowserToken: () => string;
};

/** All repositories of a storage. */
export function storesIn({
  db,
  config,
  now,
  random,
  knownBrowserToken,
  rememberedBrowserToken,
}: Deps): AccountStores & FactorStores & SessionStores {
  const { absoluteMinutes } = config.session;
  const devices = devicesIn(db, random);
  const factorRows = factorRowsIn(db, random);
  const firstStepDefaults = firstStepDefaultsIn(db);
  const secondStepDefaults = secondStepDefaultsIn(db);
  const knownBrowsers = knownBrowsersIn(db, now, random, knownBrowserToken);
  const provisionKey = provisionKeyIn(db);
  const provisionLinks = provisionLinksIn(db, provisionKey, now, random);
  return {
    accounts: accountsIn(db, devices),
    createdAccounts: createdAccountsIn(db),
    passwords: passwordsIn(db),
    passwordChanges: passwordChangesIn(db, now, knownBrowsers),
    passwordLinks: passwordLinksIn(db, now, random),
    answers: answersIn(db),
    approvals: approvalsIn(db, now, random),
    firstStepDefaults,
    secondStepDefaults,
    knownBrowsers,
    knownNetworks: knownNetworksIn(db, now),
    rememberedBrowsers: rememberedBrowsersIn(db, now, random, rememberedBrowserToken),
    signIns: signInsIn(db),
    signInReportLinks: signInReportLinksIn(db, now, random),
    suspensions: suspensionsIn(db, now),
    groups: groupsIn(db, now),
    securityEvents: securityEventsIn(db, now),
    ssfStreams: ssfStreamsIn(db, now),
    notices: noticesIn(db, now),
    servers: serversIn(db, now),
    directoryPeople: directoryPeopleIn(db),
    dailyWork: dailyWorkIn(db),

    devices,
    factors: factorsIn(db, devices, factorRows, now),
    registrations: registrationsIn(db, {
      devices,
      factorRows,
      links: provisionLinks,
      firstStepDefaults,
      secondStepDefaults,
      caep: caepIn(db, now),
      now,
    }),
    registrationDrafts: registrationDraftsIn(db, now),
    registrationAttempts: registrationAttemptsIn(db, now),
    provisionLinks,
    provisionKey,

    sessions: sessionsIn(db, config, now, random),
    sealedSessions: sealedSessionsIn(db, config, now, random),
    proofs: proofsIn(db, absoluteMinutes, now),
    requests: sessionRequestsIn(db),
    screens: screensIn(db, now),
    accessTokens: accessTokensIn(db, now, random),
    identityTokens: identityTokensIn(db, now, random),
    passedChecks: passedChecksIn(db, now),
    heldLogins: heldLoginsIn(db, now),
    sentCodes: sentCodesIn(db, now),
    pushes: pushesIn(db, absoluteMinutes, now),
    qrLogins: qrLoginsIn(db, now, random),
    passkeyChallenges: passkeyChallengesIn(db, now, random),
    idempotentRequests: idempotentRequestsIn(db, now),
  };
}
