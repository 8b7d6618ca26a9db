import { SPARE_CARDS, SPARE_YUBIKEY } from '#server/seed/devices.ts';
import { codeDraftsIn } from '#server/storage/repositories/code-drafts.ts';
import { endOfSessionsIn } from '#server/storage/repositories/end-of-sessions.ts';
import type { CodePurpose } from '#server/storage/repositories/sent-codes.ts';
import { hexHashOf } from '#server/storage/sessions/access-tokens.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { TestServer } from '#tests/support/server/server.ts';

/** Whose something is. */
export type Whose = { readonly session: Session; readonly clientId: string; readonly userId: string };

/** Whether a call that is made for somebody finds, uses or changes what was kept. */
type Reach = (whose: Whose) => Promise<boolean>;

export type Owned = {
  readonly table: string;
  readonly owners: readonly (keyof Whose)[];
  /** Milliseconds after which it is gone; absent: it stays. */
  readonly lasts?: number;
  /** Keeps something and answers how it is reached. */
  keep(server: TestServer, mine: Whose): Promise<Reach>;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** The times of sessions and locks that are stated below. */
export const OWNED_TIMES = {
  session: { idleMinutes: 60, absoluteMinutes: 600 },
  lock: { maxFailures: 5, minutes: 30 },
};

const ALL = ['session', 'clientId', 'userId'] as const;

let names = 0;
const newName = (): string => {
  names += 1;
  return `name-${names}`;
};

const login = { purpose: 'login' as CodePurpose };

async function sentCode({ portal: { sentCodes }, clock }: TestServer, mine: Whose) {
  const turn = clock.now + names;
  await sentCodes.record(
    { ...mine, ...login },
    { code: '123456', turn, channel: 'sms', expiresAt: clock.now + MINUTE },
  );
  return turn;
}

async function waitingPush({ portal: { pushes }, clock }: TestServer, mine: Whose) {
  const pushId = newName();
  const asked = {
    browser: '',
    address: '',
    choices: ['a'],
    createdAt: clock.now,
    expiresAt: clock.now + MINUTE,
  };
  const wait = await pushes.add({ ...mine, ...login, ...asked, pushId, requestId: `request of ${pushId}` });
  if (wait !== null) throw new Error('Another push waits');
  return pushId;
}

const drawn = async ({ portal: { qrLogins } }: TestServer, { session, clientId }: Whose) =>
  (await qrLogins.draw({ session, clientId, step: 1, userId: null, browser: '' })).qrId;

/** A password that a new token may save. */
async function changeOf({ portal }: TestServer, mine: Whose) {
  const token = await portal.accessTokens.issue(mine.session, { ...mine, purpose: 'password-change' });
  const kept = { akHash: null, hash: 'x', expiresOn: null, resetBy: null, setBy: null };
  return { ...mine, ...kept, kind: 'expiry' as const, tokenHash: hexHashOf(token) };
}

async function passkeyOf({ portal: { devices, factors, now } }: TestServer, userId: string) {
  const credentialId = newName();
  const made = { publicKey: new Uint8Array(1), transports: [], registeredAt: now(), counter: 0 };
  await devices.passkeys.add({ ...made, name: credentialId, credentialId, userId });
  const factor = (await factors.of(userId)).find(({ device }) => device === credentialId);
  return { credentialId, factorId: factor?.factorId ?? '' };
}

/** What belongs to somebody or runs out, by the name of what looks at it. */
export const OWNED: Readonly<Record<string, Owned>> = {
  'a token': {
    table: 'access_tokens',
    owners: ['session'],
    lasts: 30 * MINUTE,
    async keep({ portal: { accessTokens } }, { session, ...about }) {
      const token = await accessTokens.issue(session, { ...about, purpose: 'send-code' });
      return async (whose) => (await accessTokens.find(whose.session, token)) !== null;
    },
  },
  'a token of an identity check': {
    table: 'identity_tokens',
    owners: ['session'],
    lasts: 30 * MINUTE,
    async keep({ portal: { identityTokens } }, { session, ...about }) {
      const token = await identityTokens.issue(session, { ...about, basis: 'password', way: null });
      return async (whose) => (await identityTokens.find(whose.session, token)) !== null;
    },
  },
  'the proof of an identity check': {
    table: 'identity_tokens',
    owners: ['session'],
    lasts: 30 * MINUTE,
    async keep({ portal: { identityTokens } }, { session, ...about }) {
      const token = await identityTokens.issue(session, { ...about, basis: 'password', way: null });
      return (whose) => identityTokens.prove(whose.session, token, 'sms');
    },
  },
  'a passed identity check': {
    table: 'identity_tokens',
    owners: ['session'],
    lasts: 10 * MINUTE,
    async keep({ portal: { identityTokens } }, { session, ...about }) {
      const token = await identityTokens.issue(session, { ...about, basis: 'password', way: null });
      await identityTokens.prove(session, token, 'sms');
      return async (whose) => (await identityTokens.find(whose.session, token)) !== null;
    },
  },
  'a mark': {
    table: 'marks',
    owners: ALL,
    lasts: 10 * MINUTE,
    async keep({ portal: { marks } }, mine) {
      await marks.make(mine.session, mine, 'identity', 'sms');
      return async (whose) => (await marks.find(whose.session, whose, 'identity')) !== null;
    },
  },
  'a link that was verified': {
    table: 'marks',
    owners: ['session', 'clientId'],
    lasts: 10 * MINUTE,
    async keep({ portal: { marks } }, mine) {
      await marks.make(mine.session, mine, 'link', 'create hash');
      return ({ session, clientId }) => marks.hasLink(session, clientId, 'create');
    },
  },
  'the end of a mark': {
    table: 'marks',
    owners: ALL,
    async keep({ portal: { marks } }, mine) {
      await marks.make(mine.session, mine, 'answer', 'x');
      return async (whose) => {
        await marks.drop(whose.session, whose, ['answer']);
        return (await marks.find(mine.session, mine, 'answer')) === null;
      };
    },
  },
  'the marks and tokens of another ID': {
    table: 'marks',
    owners: ['session'],
    async keep({ portal: { marks, identityTokens } }, mine) {
      await marks.make(mine.session, mine, 'password', 'x');
      const token = await identityTokens.issue(mine.session, { ...mine, basis: 'password', way: null });
      return async ({ session }) => {
        await marks.keepOnly(session, 'nobody');
        const left = [
          await marks.find(mine.session, mine, 'password'),
          await identityTokens.find(mine.session, token),
        ];
        return left.every((one) => one === null);
      };
    },
  },
  'a login that waits for a password': {
    table: 'held_logins',
    owners: ['session'],
    lasts: 10 * MINUTE,
    async keep({ portal: { heldLogins } }, mine) {
      const tokenHash = newName();
      const boxes = { first: null, second: null };
      await heldLogins.hold(mine.session, mine, tokenHash, {
        methods: [],
        provedAt: [],
        steps: 1,
        boxes,
        redirect: '',
      });
      return async ({ session }) => (await heldLogins.find(session, tokenHash)) !== null;
    },
  },
  'a policy that was told': {
    table: 'proofs',
    owners: ALL,
    lasts: 600 * MINUTE + 1,
    async keep({ portal: { proofs } }, { session, clientId, userId }) {
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      return async (whose) => (await proofs.find(whose.session, whose.clientId, whose.userId)) !== null;
    },
  },
  'a policy that was told, with the account': {
    table: 'proofs',
    owners: ALL,
    lasts: 600 * MINUTE + 1,
    async keep({ portal: { proofs } }, { session, clientId, userId }) {
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      return async (whose) =>
        (await proofs.findWithAccount(whose.session, whose.clientId, whose.userId)) !== null;
    },
  },
  'a password that is noted': {
    table: 'proofs',
    owners: ALL,
    async keep({ portal: { proofs }, clock }, { session, clientId, userId }) {
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      await proofs.spend(session, clientId, userId);
      return async (whose) => {
        await proofs.recordPassword(whose.session, whose.clientId, whose.userId, clock.now);
        return (await proofs.find(session, clientId, userId))?.passwordAt === clock.now;
      };
    },
  },
  'a first step that is noted': {
    table: 'proofs',
    owners: ALL,
    async keep({ portal: { proofs }, clock }, { session, clientId, userId }) {
      const step = { methods: ['pw'] as const, provedAt: [clock.now], tokenCode: null };
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      await proofs.spend(session, clientId, userId);
      return async (whose) => {
        await proofs.recordFirstStep(whose.session, whose.clientId, whose.userId, step);
        return (await proofs.find(session, clientId, userId))?.firstStep?.provedAt[0] === clock.now;
      };
    },
  },
  'a first step that is used up': {
    table: 'proofs',
    owners: ALL,
    async keep({ portal: { proofs }, clock }, { session, clientId, userId }) {
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      await proofs.recordPassword(session, clientId, userId, clock.now);
      return async (whose) => {
        await proofs.spend(whose.session, whose.clientId, whose.userId);
        return (await proofs.find(session, clientId, userId))?.passwordAt === null;
      };
    },
  },
  'a request': {
    table: 'session_requests',
    owners: ['session', 'clientId'],
    async keep({ portal: { requests } }, { session, clientId }) {
      await requests.record(session, clientId, newName());
      return async (whose) => (await requests.of(whose.session, whose.clientId)) !== null;
    },
  },
  'the newest request': {
    table: 'session_requests',
    owners: ['session'],
    async keep({ portal: { requests } }, { session, clientId }) {
      await requests.record(session, clientId, newName());
      return async (whose) =>
        (await requests.current(whose.session)) !== null &&
        (await requests.newestClient(whose.session)) !== null;
    },
  },
  'a login': {
    table: 'sessions',
    owners: ['session'],
    lasts: 600 * MINUTE + 1,
    async keep({ portal: { sessions }, clock }, { session, userId }) {
      await sessions.recordLogin(session, {
        userId,
        methods: ['pw'],
        steps: 1,
        provedAt: [clock.now],
        at: clock.now,
      });
      return async (whose) => (await sessions.login(whose.session)) !== null;
    },
  },
  'a session in the list of a person': {
    table: 'sessions',
    owners: ['userId'],
    lasts: 60 * MINUTE,
    async keep({ portal: { sessions }, clock }, { userId }) {
      const { session } = await sessions.start();
      await sessions.recordLogin(session, {
        userId,
        methods: ['pw'],
        steps: 1,
        provedAt: [clock.now],
        at: clock.now,
      });
      return async (whose) => (await sessions.ofUser(whose.userId)).some(({ key }) => key === session.key);
    },
  },
  'the end of other sessions': {
    table: 'sessions',
    owners: ['userId'],
    async keep({ portal: { sessions }, clock }, { session: own, userId }) {
      const { session } = await sessions.start();
      await sessions.recordLogin(session, {
        userId,
        methods: ['pw'],
        steps: 1,
        provedAt: [clock.now],
        at: clock.now,
      });
      return async (whose) => {
        await sessions.endOthers(whose.userId, own, () => true);
        return (await sessions.login(session)) === null;
      };
    },
  },
  'everything that a person has going': {
    table: 'qr_logins',
    owners: ['userId'],
    async keep(server, mine) {
      const { db, portal, clock } = server;
      const { accessTokens, identityTokens, marks, passwordLinks, proofs, provisionLinks, pushes, sessions } =
        portal;
      const { session, clientId, userId } = mine;
      await sessions.recordLogin(session, {
        userId,
        methods: ['pw'],
        steps: 1,
        provedAt: [clock.now],
        at: clock.now,
      });
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      await proofs.recordPassword(session, clientId, userId, clock.now);
      await marks.make(session, mine, 'identity', 'sms');
      await sentCode(server, mine);
      const token = await accessTokens.issue(session, { userId, clientId, purpose: 'send-code' });
      const identity = await identityTokens.issue(session, { ...mine, basis: 'password', way: null });
      const challenge = await portal.passkeyChallenges.issue(mine);
      const drawnFor = await portal.qrLogins.draw({ ...mine, step: 2, browser: '' });
      const approved = await drawn(server, mine);
      await portal.qrLogins.decide(approved, 'approved', userId);
      const pushId = await waitingPush(server, mine);
      const link = await passwordLinks.issue({ ...mine, kind: 'change' }, DAY, 99);
      const appLink = await provisionLinks.issue(userId);
      const isThere = async (): Promise<readonly boolean[]> => [
        (await sessions.login(session)) !== null,
        (await proofs.find(session, clientId, userId))?.passwordAt !== null,
        (await marks.find(session, mine, 'identity')) !== null,
        (await portal.sentCodes.find({ ...mine, ...login })) !== null,
        (await accessTokens.find(session, token)) !== null,
        (await identityTokens.find(session, identity)) !== null,
        (await portal.passkeyChallenges.stateOf(challenge, mine)) === 'open',
        (await portal.qrLogins.find(session, drawnFor.qrId)) !== null,
        (await portal.qrLogins.find(session, approved)) !== null,
        (await pushes.find(session, pushId))?.state === 'pending',
        (await passwordLinks.find(link?.ak ?? '', userId, clientId)).state === 'open',
        (await provisionLinks.find(appLink)).state === 'open',
      ];
      return async (whose) => {
        await endOfSessionsIn(db, portal.now)(whose.userId);
        const there = await isThere();
        if (new Set(there).size > 1) throw new Error(`Some of it has ended: ${there}`);
        return !there[0];
      };
    },
  },
  'a code that was sent': {
    table: 'sent_codes',
    owners: ALL,
    async keep(server, mine) {
      await sentCode(server, mine);
      return async (whose) => (await server.portal.sentCodes.find({ ...whose, ...login })) !== null;
    },
  },
  'an entry of a code that was sent': {
    table: 'sent_codes',
    owners: ALL,
    async keep(server, mine) {
      await sentCode(server, mine);
      return async (whose) => (await server.portal.sentCodes.countEntry({ ...whose, ...login }, 99)) !== null;
    },
  },
  'the use of a code that was sent': {
    table: 'sent_codes',
    owners: ALL,
    async keep(server, mine) {
      names += 1;
      const turn = await sentCode(server, mine);
      return (whose) => server.portal.sentCodes.spend({ ...whose, ...login }, turn);
    },
  },
  'a code that another channel sends too': {
    table: 'code_drafts',
    owners: ALL,
    lasts: 10 * SECOND + 1,
    async keep({ db, portal: { now } }, mine) {
      const drafts = codeDraftsIn(db, now);
      const isSpent = async () => false;
      const { code } = await drafts.begin({ ...mine, ...login }, 'sms', newName, isSpent);
      return async (whose) =>
        (await drafts.begin({ ...whose, ...login }, 'inmail', newName, isSpent)).code === code;
    },
  },
  'the challenge of a passkey': {
    table: 'passkey_challenges',
    owners: ALL,
    lasts: 300 * SECOND,
    async keep({ portal: { passkeyChallenges } }, mine) {
      const challenge = await passkeyChallenges.issue(mine);
      return async (whose) => (await passkeyChallenges.stateOf(challenge, whose)) === 'open';
    },
  },
  'a push': {
    table: 'pushes',
    owners: ['session'],
    lasts: MINUTE,
    async keep(server, mine) {
      const pushId = await waitingPush(server, mine);
      return async ({ session }) => (await server.portal.pushes.find(session, pushId))?.state === 'pending';
    },
  },
  'a push as its screen sees it': {
    table: 'pushes',
    owners: ['session'],
    lasts: MINUTE,
    async keep(server, mine) {
      const pushId = await waitingPush(server, mine);
      return async ({ session }) => (await server.portal.pushes.look(session, pushId))?.state === 'pending';
    },
  },
  'a push on the phone': {
    table: 'pushes',
    owners: ['userId'],
    lasts: MINUTE,
    async keep(server, mine) {
      await waitingPush(server, mine);
      return async ({ userId }) => (await server.portal.pushes.noticesFor(userId)).length > 0;
    },
  },
  'a push that the phone names': {
    table: 'pushes',
    owners: ['userId'],
    lasts: MINUTE,
    async keep(server, mine) {
      const pushId = await waitingPush(server, mine);
      return async ({ userId }) =>
        (await server.portal.pushes.pushIdOf(userId, `request of ${pushId}`)) !== null;
    },
  },
  'the answer to a push': {
    table: 'pushes',
    owners: [],
    lasts: MINUTE,
    async keep(server, mine) {
      const pushId = await waitingPush(server, mine);
      return () => server.portal.pushes.answer(pushId, 'approved');
    },
  },
  'a refused push': {
    table: 'pushes',
    owners: ['session', 'userId'],
    async keep(server, mine) {
      const { pushes } = server.portal;
      await pushes.answer(await waitingPush(server, mine), 'denied');
      return async ({ session, userId }) =>
        (await pushes.refusalsSince(server.clock.now - 1, userId, session)).length > 0;
    },
  },
  'a QR code': {
    table: 'qr_logins',
    owners: ['session'],
    async keep(server, mine) {
      const qrId = await drawn(server, mine);
      return async ({ session }) => (await server.portal.qrLogins.find(session, qrId)) !== null;
    },
  },
  'the decision about a QR code': {
    table: 'qr_logins',
    owners: [],
    lasts: 15 * SECOND,
    async keep(server, mine) {
      const qrId = await drawn(server, mine);
      return () => server.portal.qrLogins.decide(qrId, 'approved', mine.userId);
    },
  },
  'an approved QR code': {
    table: 'qr_logins',
    owners: ['session', 'userId'],
    lasts: 60 * SECOND,
    async keep(server, mine) {
      const { qrLogins } = server.portal;
      const qrId = await drawn(server, mine);
      await qrLogins.decide(qrId, 'approved', mine.userId);
      return ({ session, userId }) => qrLogins.spend(session, qrId, userId);
    },
  },
  'a draft of a registration': {
    table: 'registration_drafts',
    owners: ALL,
    lasts: MINUTE,
    async keep({ portal: { registrationDrafts } }, mine) {
      await registrationDrafts.put(mine, 'kind', 'content', MINUTE);
      return async (whose) => (await registrationDrafts.find(whose, 'kind')) !== null;
    },
  },
  'a draft of a registration that is taken': {
    table: 'registration_drafts',
    owners: ALL,
    lasts: MINUTE,
    async keep({ portal: { registrationDrafts } }, mine) {
      await registrationDrafts.put(mine, 'kind', 'content', MINUTE);
      return async (whose) => (await registrationDrafts.take(whose, 'kind')) !== null;
    },
  },
  'the limit of tries at a card': {
    table: 'registration_tries',
    owners: ['userId'],
    lasts: MINUTE,
    async keep({ portal: { registrationTries } }, { userId }) {
      const limit = { kind: 'card-code', most: 1, window: MINUTE } as const;
      await registrationTries.succeed(userId, 'card-code');
      await registrationTries.begin(userId, limit);
      return async (whose) => {
        await registrationTries.succeed('nobody', 'card-code');
        const wait = await registrationTries.begin(whose.userId, limit);
        if (whose.userId !== userId) await registrationTries.succeed(whose.userId, 'card-code');
        return wait !== null;
      };
    },
  },
  'a locked method': {
    table: 'attempts',
    owners: ['userId'],
    lasts: 30 * MINUTE,
    async keep({ portal: { attempts } }, { userId }) {
      await attempts.succeed(userId, '9');
      for (let guess = 0; guess < 5; guess += 1) await attempts.begin(userId, '9');
      return async (whose) => attempts.isLocked(whose.userId, '9');
    },
  },
  'the end of a count': {
    table: 'attempts',
    owners: ['userId'],
    async keep({ portal: { attempts } }, { userId }) {
      await attempts.succeed(userId, '9');
      for (let guess = 0; guess < 5; guess += 1) await attempts.begin(userId, '9');
      return async (whose) => {
        await attempts.succeed(whose.userId, '9');
        return !(await attempts.isLocked(userId, '9'));
      };
    },
  },
  'a guess that is taken back': {
    table: 'attempts',
    owners: ['userId'],
    async keep({ portal: { attempts } }, { userId }) {
      await attempts.succeed(userId, '9');
      for (let guess = 0; guess < 5; guess += 1) await attempts.begin(userId, '9');
      return async (whose) => {
        await attempts.takeBack(whose.userId, '9');
        return !(await attempts.isLocked(userId, '9'));
      };
    },
  },
  'a password link': {
    table: 'password_links',
    owners: ['clientId', 'userId'],
    lasts: DAY,
    async keep({ portal: { passwordLinks } }, mine) {
      const link = await passwordLinks.issue({ ...mine, kind: 'change' }, DAY, 99);
      return async ({ userId, clientId }) =>
        (await passwordLinks.find(link?.ak ?? '', userId, clientId)).state === 'open';
    },
  },
  'a password link before a new one': {
    table: 'password_links',
    owners: ['userId'],
    async keep({ portal: { passwordLinks } }, mine) {
      const link = await passwordLinks.issue({ ...mine, kind: 'change' }, DAY, 99);
      return async ({ userId }) => {
        await passwordLinks.issue({ clientId: mine.clientId, userId, kind: 'change' }, DAY, 99);
        return (await passwordLinks.find(link?.ak ?? '', mine.userId, mine.clientId)).state === 'used';
      };
    },
  },
  'a password that a token may save': {
    table: 'password_saves',
    owners: ['session'],
    lasts: 30 * MINUTE,
    async keep(server, mine) {
      const change = await changeOf(server, mine);
      return async ({ session }) =>
        (await server.portal.passwordChanges.save({ ...change, session })) === 'saved';
    },
  },
  'a password that a token has saved': {
    table: 'password_saves',
    owners: ['session'],
    lasts: 10 * MINUTE,
    async keep(server, mine) {
      const { passwordChanges } = server.portal;
      const change = await changeOf(server, mine);
      await passwordChanges.save(change);
      return async ({ session }) => (await passwordChanges.savedBy(session, change.tokenHash)) !== null;
    },
  },
  'the link of an app': {
    table: 'provision_links',
    owners: [],
    lasts: 5 * MINUTE,
    async keep({ portal: { provisionLinks } }, { userId }) {
      const ak = await provisionLinks.issue(userId);
      return async () => (await provisionLinks.find(ak)).state === 'open';
    },
  },
  'the link of an app that is handed over': {
    table: 'provision_links',
    owners: ['userId'],
    lasts: 5 * MINUTE,
    async keep({ portal: { provisionLinks } }, { userId }) {
      const ak = await provisionLinks.issue(userId);
      return (whose) => provisionLinks.handOver(ak, whose.userId);
    },
  },
  'the link of an app that is used': {
    table: 'provision_links',
    owners: [],
    lasts: 5 * MINUTE,
    async keep({ portal: { provisionLinks } }, { userId }) {
      const ak = await provisionLinks.issue(userId);
      return async () => (await provisionLinks.spend(ak, null, async () => undefined)) === 'spent';
    },
  },
  'the link of an app before a new one': {
    table: 'provision_links',
    owners: ['userId'],
    async keep({ portal: { provisionLinks } }, { userId }) {
      const ak = await provisionLinks.issue(userId);
      return async (whose) => {
        await provisionLinks.issue(whose.userId);
        return (await provisionLinks.find(ak)).state === 'used';
      };
    },
  },
  'the link to decide about a service': {
    table: 'approvals',
    owners: [],
    lasts: 7 * DAY,
    async keep({ portal: { approvals } }, { userId, clientId }) {
      const ak = await approvals.issue(userId, clientId);
      return () => approvals.isOpen(ak);
    },
  },
  'the decision about a service': {
    table: 'approvals',
    owners: [],
    lasts: 7 * DAY,
    async keep({ portal: { approvals } }, { userId, clientId }) {
      const ak = await approvals.issue(userId, clientId);
      return () => approvals.decide(ak, 'approved');
    },
  },
  'an answer to a question': {
    table: 'answers',
    owners: ['userId'],
    async keep({ portal: { answers } }, { userId }) {
      const hash = newName();
      await answers.put(userId, { questionId: 'book', hash });
      return async (whose) => (await answers.find(whose.userId))?.hash === hash;
    },
  },
  'the method that is always used': {
    table: 'fixed_tokens',
    owners: ['userId'],
    async keep({ portal: { fixedTokens } }, { userId }) {
      await fixedTokens.set(userId, { tokenCode: '9', alwaysSend: false });
      return async (whose) => {
        await fixedTokens.clear(whose.userId, '9');
        return (await fixedTokens.find(userId)) === null;
      };
    },
  },
  'the default of the second step': {
    table: 'second_defaults',
    owners: ['userId'],
    async keep({ portal: { secondDefaults } }, { userId }) {
      await secondDefaults.set(userId, '9');
      return async (whose) => {
        await secondDefaults.clear(whose.userId, '9');
        return (await secondDefaults.find(userId)) === null;
      };
    },
  },
  'a temporary code': {
    table: 'emergency_codes',
    owners: ['userId'],
    async keep({ portal: { devices } }, { userId }) {
      const hash = newName();
      await devices.emergencyCodes.issue(userId, { hash, validFrom: 0, validUntil: 9e15, failures: 0 });
      return (whose) => devices.emergencyCodes.spend(whose.userId, hash);
    },
  },
  'a temporary code that is looked up': {
    table: 'emergency_codes',
    owners: ['userId'],
    async keep({ portal: { devices } }, { userId }) {
      const hash = newName();
      await devices.emergencyCodes.issue(userId, { hash, validFrom: 0, validUntil: 9e15, failures: 0 });
      return async (whose) => (await devices.emergencyCodes.find(whose.userId))?.hash === hash;
    },
  },
  'a guess at a temporary code': {
    table: 'emergency_codes',
    owners: ['userId'],
    async keep({ portal: { devices } }, { userId }) {
      await devices.emergencyCodes.issue(userId, {
        hash: newName(),
        validFrom: 0,
        validUntil: 9e15,
        failures: 0,
      });
      return async (whose) => (await devices.emergencyCodes.beginGuess(whose.userId, 99)) !== null;
    },
  },
  'a passkey': {
    table: 'passkeys',
    owners: ['userId'],
    async keep(server, { userId }) {
      const { devices } = server.portal;
      const own = await passkeyOf(server, userId);
      return async (whose) => {
        await devices.passkeys.remove(whose.userId, own.credentialId);
        return (await devices.passkeys.find(own.credentialId)) === null;
      };
    },
  },
  'the handle of a person in passkeys': {
    table: 'passkey_users',
    owners: ['userId'],
    async keep({ portal: { devices } }, { userId }) {
      const handle = await devices.passkeys.handleOf(userId);
      return async (whose) => (await devices.passkeys.handleOf(whose.userId)) === handle;
    },
  },
  'the last use of a factor': {
    table: 'factors',
    owners: ['userId'],
    async keep(server, { userId }) {
      const { factors, now } = server.portal;
      const own = await passkeyOf(server, userId);
      return async (whose) => {
        await factors.recordUse(whose.userId, '12', own.credentialId);
        const found = (await factors.of(userId)).find(({ factorId }) => factorId === own.factorId);
        return found?.lastUsedAt === now();
      };
    },
  },
  'the name of a factor': {
    table: 'factors',
    owners: ['userId'],
    async keep(server, { userId }) {
      const { factors } = server.portal;
      const own = await passkeyOf(server, userId);
      return async (whose) => (await factors.rename(whose.userId, own.factorId, newName())) === 'renamed';
    },
  },
  'the removal of a factor': {
    table: 'factors',
    owners: ['userId'],
    async keep(server, { userId }) {
      const { registrations } = server.portal;
      const own = await passkeyOf(server, userId);
      return async (whose) =>
        typeof (await registrations.remove(whose.userId, own.factorId, async () => true)) !== 'string';
    },
  },
  'a card': {
    table: 'otp_cards',
    owners: ['userId'],
    async keep({ portal: { devices } }, { userId }) {
      const serial = SPARE_CARDS[0].serial;
      const next = (await devices.otpCards.ofSerial(serial))?.nextFactor ?? 0;
      await devices.otpCards.release(userId);
      await devices.otpCards.assign(userId, serial, next, 0, '2026-01-01');
      return async (whose) => {
        await devices.otpCards.release(whose.userId);
        return (await devices.otpCards.ofSerial(serial))?.userId === null;
      };
    },
  },
  'an app': {
    table: 'mobile_apps',
    owners: ['userId'],
    async keep({ portal: { devices } }, { userId }) {
      await devices.mobileApps.replace(userId, {
        uuid: newName(),
        os: 'ios',
        appVersion: '1',
        deviceName: '',
        digits: 6,
        period: 30,
        offline: false,
      });
      return async (whose) => {
        await devices.mobileApps.remove(whose.userId);
        return (await devices.mobileApps.of(userId)) === null;
      };
    },
  },
  'a Yubikey': {
    table: 'yubikeys',
    owners: ['userId'],
    async keep({ portal: { devices } }, { userId }) {
      const [key] = await devices.yubikeys.of(userId);
      const publicId = key?.publicId ?? SPARE_YUBIKEY.publicId;
      names += 1;
      if (!key)
        await devices.yubikeys.bind(publicId, { userId, slot: 'first' }, { use: 10_000 + names, session: 1 });
      return async (whose) => {
        await devices.yubikeys.release(whose.userId, publicId);
        return (await devices.yubikeys.find(publicId))?.owner === null;
      };
    },
  },
};

/** Tables with an owner or an end that are found by something else, and why that is enough. */
export const NOT_OWNED: Readonly<Record<string, string>> = {
  accounts: 'is the person',
  passwords: 'is found with the account',
  password_history: 'is found with the account',
  scim_users: 'is found by the identity source, which sees everybody',
  session_ids: 'is found by the hash of the id that a browser holds',
  passkey_registrations: 'is found by the administrator',
  limited_events: 'is counted by time and kept a while longer',
  engine_records: 'is looked at by the OpenID engine, see tests/server/oidc/store.test.ts',
  engine_begun: 'is counted by the OpenID engine, see tests/server/oidc/request-limit.test.ts',
  saml_pending: 'is looked at by the SAML engine, see tests/server/saml',
  saml_seen: 'is looked at by the SAML engine, see tests/server/saml',
  saml_participants: 'is looked at by the SAML engine, see tests/server/saml',
};
