import { endOfSessionsIn } from '#server/storage/repositories/end-of-sessions.ts';
import {
  ALL_OWNERS,
  addPendingPush,
  BY_PASSWORD,
  createQrLogin,
  DAY,
  expiringEntry,
  LOGIN_PURPOSE,
  MINUTE,
  newName,
  type OwnedEntry,
  type Owner,
  permanentEntry,
  sendCode,
  signIn,
} from './entries.ts';

const SCREEN = {
  key: '',
  postedForm: '',
  build: '',
  address: '/',
  snapshot: {},
  timers: [],
  leftTo: null,
  typedId: '',
};

const HELD_LOGIN = {
  methods: [],
  provedAt: [],
  steps: 1,
  boxes: { first: null, second: null },
  redirect: '',
} as const;

/** Whether all of these entries have ended; throws an error if only some have. */
function haveAllEnded(arePresent: readonly boolean[]): boolean {
  if (new Set(arePresent).size > 1) throw new Error(`Only some of the entries have ended: ${arePresent}`);
  return !arePresent[0];
}

/** Data and proofs of a session. */
export const SESSIONS: Readonly<Record<string, OwnedEntry>> = {
  'a token': expiringEntry(
    'access_tokens',
    ['session'],
    30 * MINUTE,
    async ({ accessTokens }, { session, ...about }) => {
      const token = await accessTokens.issue(session, { ...about, purpose: 'send-code' });
      return async (caller) => (await accessTokens.find(caller.session, token)) !== null;
    },
  ),
  'a token of an identity check': expiringEntry(
    'identity_tokens',
    ['session'],
    30 * MINUTE,
    async ({ identityTokens }, { session, ...about }) => {
      const token = await identityTokens.issue(session, { ...about, ...BY_PASSWORD });
      return async (caller) => (await identityTokens.find(caller.session, token)) !== null;
    },
  ),
  'the proof of an identity check': expiringEntry(
    'identity_tokens',
    ['session'],
    30 * MINUTE,
    async ({ identityTokens }, { session, ...about }) => {
      const token = await identityTokens.issue(session, { ...about, ...BY_PASSWORD });
      return (caller) => identityTokens.recordCheck(caller.session, token, 'sms');
    },
  ),
  'a passed identity check': expiringEntry(
    'identity_tokens',
    ['session'],
    10 * MINUTE,
    async ({ identityTokens }, { session, ...about }) => {
      const token = await identityTokens.issue(session, { ...about, ...BY_PASSWORD });
      await identityTokens.recordCheck(session, token, 'sms');
      return async (caller) => (await identityTokens.find(caller.session, token)) !== null;
    },
  ),
  'a passed check': expiringEntry(
    'passed_checks',
    ALL_OWNERS,
    10 * MINUTE,
    async ({ passedChecks }, owner) => {
      await passedChecks.record(owner.session, owner, 'identity', 'sms');
      return async (caller) => (await passedChecks.find(caller.session, caller, 'identity')) !== null;
    },
  ),
  'a link that was verified': expiringEntry(
    'passed_checks',
    ['session', 'clientId'],
    10 * MINUTE,
    async ({ passedChecks }, owner) => {
      await passedChecks.record(owner.session, owner, 'link', 'create hash');
      return ({ session, clientId }) => passedChecks.hasLink(session, clientId, 'create');
    },
  ),
  'a passed check that is removed': permanentEntry(
    'passed_checks',
    ALL_OWNERS,
    async ({ passedChecks }, owner) => {
      await passedChecks.record(owner.session, owner, 'answer', 'x');
      return async (caller) => {
        await passedChecks.drop(caller.session, caller, ['answer']);
        return (await passedChecks.find(owner.session, owner, 'answer')) === null;
      };
    },
  ),
  'passed checks and tokens that another ID removes': permanentEntry(
    'passed_checks',
    ['session'],
    async ({ passedChecks, identityTokens }, owner) => {
      await passedChecks.record(owner.session, owner, 'password', 'x');
      const token = await identityTokens.issue(owner.session, { ...owner, ...BY_PASSWORD });
      return async ({ session }) => {
        await passedChecks.removeOfOthers(session, 'nobody');
        const remaining = [
          await passedChecks.find(owner.session, owner, 'password'),
          await identityTokens.find(owner.session, token),
        ];
        return remaining.every((entry) => entry === null);
      };
    },
  ),
  'a login that waits for a password': expiringEntry(
    'held_logins',
    ['session'],
    10 * MINUTE,
    async ({ heldLogins }, owner) => {
      const tokenHash = newName();
      await heldLogins.hold(owner.session, owner, tokenHash, HELD_LOGIN);
      return async ({ session }) => (await heldLogins.find(session, tokenHash)) !== null;
    },
  ),
  'a policy check': expiringEntry(
    'proofs',
    ALL_OWNERS,
    600 * MINUTE + 1,
    async ({ proofs }, { session, clientId, userId }) => {
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      return async (caller) => (await proofs.find(caller.session, caller.clientId, caller.userId)) !== null;
    },
  ),
  'a policy check with the account': expiringEntry(
    'proofs',
    ALL_OWNERS,
    600 * MINUTE + 1,
    async ({ proofs }, { session, clientId, userId }) => {
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      return async (caller) =>
        (await proofs.findWithAccount(caller.session, caller.clientId, caller.userId))?.account.userId ===
        userId;
    },
  ),
  'the last entered user ID': expiringEntry(
    'proofs',
    ['session', 'clientId'],
    600 * MINUTE + 1,
    async ({ proofs }, { session, clientId, userId }) => {
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      return async (caller) => (await proofs.newestUserId(caller.session, caller.clientId)) === userId;
    },
  ),
  'the policy checks of the newest eight people': permanentEntry(
    'proofs',
    ['session'],
    async ({ proofs }, { session, clientId }) => {
      const enter = (caller: Owner, nth: number) =>
        proofs.recordPolicyCheck(caller.session, caller.clientId, `person ${nth}`, 'policy');
      const isStored = async (nth: number) =>
        (await proofs.find(session, clientId, `person ${nth}`)) !== null;
      for (let nth = 1; nth <= 8; nth += 1) await enter({ session, clientId, userId: '' }, nth);
      return async (caller) => {
        await enter(caller, 9);
        return !(await isStored(1)) && (await isStored(2));
      };
    },
  ),
  'a proved password': permanentEntry(
    'proofs',
    ALL_OWNERS,
    async ({ proofs, clock }, { session, clientId, userId }) => {
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      await proofs.clear(session, clientId, userId);
      return async (caller) => {
        await proofs.recordPassword(caller.session, caller.clientId, caller.userId, clock.now);
        return (await proofs.find(session, clientId, userId))?.passwordAt === clock.now;
      };
    },
  ),
  'a proved first step': permanentEntry(
    'proofs',
    ALL_OWNERS,
    async ({ proofs, clock }, { session, clientId, userId }) => {
      const step = { methods: ['pw'] as const, provedAt: [clock.now], tokenCode: null };
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      await proofs.clear(session, clientId, userId);
      return async (caller) => {
        await proofs.recordFirstStep(caller.session, caller.clientId, caller.userId, step);
        return (await proofs.find(session, clientId, userId))?.firstStep?.provedAt[0] === clock.now;
      };
    },
  ),
  'a first step that is used': permanentEntry(
    'proofs',
    ALL_OWNERS,
    async ({ proofs, clock }, { session, clientId, userId }) => {
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      await proofs.recordPassword(session, clientId, userId, clock.now);
      return async (caller) => {
        await proofs.clear(caller.session, caller.clientId, caller.userId);
        return (await proofs.find(session, clientId, userId))?.passwordAt === null;
      };
    },
  ),
  'a request': permanentEntry(
    'session_requests',
    ['session', 'clientId'],
    async ({ requests }, { session, clientId }) => {
      await requests.record(session, clientId, newName());
      return async (caller) => (await requests.requestOf(caller.session, caller.clientId)) !== null;
    },
  ),
  'a screen': expiringEntry('screens', ['session'], 60 * MINUTE, async ({ screens }, { session }) => {
    await screens.store(session, SCREEN);
    return async (caller) => (await screens.find(caller.session)) !== null;
  }),
  'a screen that is removed': permanentEntry('screens', ['session'], async ({ screens }, { session }) => {
    await screens.store(session, SCREEN);
    return async (caller) => {
      await screens.drop(caller.session);
      return (await screens.find(session)) === null;
    };
  }),
  'the newest request': permanentEntry(
    'session_requests',
    ['session'],
    async ({ requests }, { session, clientId }) => {
      await requests.record(session, clientId, newName());
      return async (caller) =>
        (await requests.newestRequest(caller.session)) !== null &&
        (await requests.newestClient(caller.session)) !== null;
    },
  ),
  'a login': expiringEntry('sessions', ['session'], 600 * MINUTE + 1, async (server, { session, userId }) => {
    const { sessions } = server.portal;
    await signIn(server, session, userId);
    return async (caller) => (await sessions.findLogin(caller.session)) !== null;
  }),
  'a session in the list of a person': expiringEntry(
    'sessions',
    ['userId'],
    60 * MINUTE,
    async (server, { userId }) => {
      const { sessions } = server.portal;
      const { session } = await sessions.start();
      await signIn(server, session, userId);
      return async (caller) =>
        (await sessions.listSignedIn(caller.userId)).some(({ key }) => key === session.key);
    },
  ),
  'the end of other sessions': permanentEntry(
    'sessions',
    ['userId'],
    async (server, { session: own, userId }) => {
      const { sessions } = server.portal;
      const { session } = await sessions.start();
      await signIn(server, session, userId);
      return async (caller) => {
        await sessions.endOthers(caller.userId, own, () => true);
        return (await sessions.findLogin(session)) === null;
      };
    },
  ),
  'all sessions, proofs, codes and links of a person': permanentEntry(
    'qr_logins',
    ['userId'],
    async (server, owner) => {
      const { db, portal, clock } = server;
      const {
        accessTokens,
        identityTokens,
        passedChecks,
        passwordLinks,
        proofs,
        provisionLinks,
        pushes,
        sessions,
      } = portal;
      const { session, clientId, userId } = owner;
      await signIn(server, session, userId);
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      await proofs.recordPassword(session, clientId, userId, clock.now);
      await passedChecks.record(session, owner, 'identity', 'sms');
      await sendCode(server, owner);
      const token = await accessTokens.issue(session, { userId, clientId, purpose: 'send-code' });
      const identityToken = await identityTokens.issue(session, { ...owner, ...BY_PASSWORD });
      const challenge = await portal.passkeyChallenges.issue(owner);
      const ownQrCode = await portal.qrLogins.create({ ...owner, step: 2, browser: '' });
      const approved = await createQrLogin(server, owner);
      await portal.qrLogins.decide(approved, 'approved', userId);
      const pushId = await addPendingPush(server, owner);
      const link = await passwordLinks.issue({ ...owner, kind: 'change' }, DAY, 99);
      const appLink = await provisionLinks.issue(userId);
      const arePresent = async (): Promise<readonly boolean[]> => [
        (await sessions.findLogin(session)) !== null,
        (await proofs.find(session, clientId, userId))?.passwordAt !== null,
        (await passedChecks.find(session, owner, 'identity')) !== null,
        (await portal.sentCodes.find({ ...owner, ...LOGIN_PURPOSE })) !== null,
        (await accessTokens.find(session, token)) !== null,
        (await identityTokens.find(session, identityToken)) !== null,
        (await portal.passkeyChallenges.stateOf(challenge, owner)) === 'open',
        (await portal.qrLogins.find(session, ownQrCode.qrId)) !== null,
        (await portal.qrLogins.find(session, approved)) !== null,
        (await pushes.find(session, pushId))?.state === 'pending',
        (await passwordLinks.find(link?.ak ?? '', userId, clientId)).state === 'open',
        (await provisionLinks.find(appLink)).state === 'open',
      ];
      return async (caller) => {
        await endOfSessionsIn(db, portal.now)(caller.userId);
        return haveAllEnded(await arePresent());
      };
    },
  ),
  'all entries of a declined sign-in': permanentEntry(
    'proofs',
    ['session', 'clientId'],
    async (server, owner) => {
      const {
        accessTokens,
        heldLogins,
        passkeyChallenges,
        proofs,
        pushes,
        qrLogins,
        requests,
        sentCodes,
        sessions,
      } = server.portal;
      const { session, clientId, userId } = owner;
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      const token = await accessTokens.issue(session, { userId, clientId, purpose: 'send-code' });
      const tokenHash = newName();
      await heldLogins.hold(session, owner, tokenHash, HELD_LOGIN);
      await sendCode(server, owner);
      const challenge = await passkeyChallenges.issue(owner);
      const qrId = await createQrLogin(server, owner);
      const pushId = await addPendingPush(server, owner);
      await requests.record(session, clientId, newName());
      const arePresent = async (): Promise<readonly boolean[]> => [
        (await proofs.find(session, clientId, userId)) !== null,
        (await accessTokens.find(session, token)) !== null,
        (await heldLogins.find(session, tokenHash)) !== null,
        (await sentCodes.find({ ...owner, ...LOGIN_PURPOSE })) !== null,
        (await passkeyChallenges.stateOf(challenge, owner)) === 'open',
        (await qrLogins.find(session, qrId)) !== null,
        (await pushes.find(session, pushId))?.state === 'pending',
        (await requests.requestOf(session, clientId)) !== null,
      ];
      return async (caller) => {
        await sessions.endSignIn(caller.session, caller.clientId);
        return haveAllEnded(await arePresent());
      };
    },
  ),
};
