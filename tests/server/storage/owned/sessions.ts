import { endOfSessionsIn } from '#server/storage/repositories/end-of-sessions.ts';
import {
  ALL,
  BY_PASSWORD,
  DAY,
  drawn,
  expiring,
  lasting,
  login,
  MINUTE,
  newName,
  type Owned,
  sentCode,
  signIn,
  type Whose,
  waitingPush,
} from './kept.ts';

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

/** Data and proofs of a session. */
export const SESSIONS: Readonly<Record<string, Owned>> = {
  'a token': expiring(
    'access_tokens',
    ['session'],
    30 * MINUTE,
    async ({ accessTokens }, { session, ...about }) => {
      const token = await accessTokens.issue(session, { ...about, purpose: 'send-code' });
      return async (whose) => (await accessTokens.find(whose.session, token)) !== null;
    },
  ),
  'a token of an identity check': expiring(
    'identity_tokens',
    ['session'],
    30 * MINUTE,
    async ({ identityTokens }, { session, ...about }) => {
      const token = await identityTokens.issue(session, { ...about, ...BY_PASSWORD });
      return async (whose) => (await identityTokens.find(whose.session, token)) !== null;
    },
  ),
  'the proof of an identity check': expiring(
    'identity_tokens',
    ['session'],
    30 * MINUTE,
    async ({ identityTokens }, { session, ...about }) => {
      const token = await identityTokens.issue(session, { ...about, ...BY_PASSWORD });
      return (whose) => identityTokens.prove(whose.session, token, 'sms');
    },
  ),
  'a passed identity check': expiring(
    'identity_tokens',
    ['session'],
    10 * MINUTE,
    async ({ identityTokens }, { session, ...about }) => {
      const token = await identityTokens.issue(session, { ...about, ...BY_PASSWORD });
      await identityTokens.prove(session, token, 'sms');
      return async (whose) => (await identityTokens.find(whose.session, token)) !== null;
    },
  ),
  'a mark': expiring('marks', ALL, 10 * MINUTE, async ({ marks }, mine) => {
    await marks.record(mine.session, mine, 'identity', 'sms');
    return async (whose) => (await marks.find(whose.session, whose, 'identity')) !== null;
  }),
  'a link that was verified': expiring(
    'marks',
    ['session', 'clientId'],
    10 * MINUTE,
    async ({ marks }, mine) => {
      await marks.record(mine.session, mine, 'link', 'create hash');
      return ({ session, clientId }) => marks.hasLink(session, clientId, 'create');
    },
  ),
  'the end of a mark': lasting('marks', ALL, async ({ marks }, mine) => {
    await marks.record(mine.session, mine, 'answer', 'x');
    return async (whose) => {
      await marks.drop(whose.session, whose, ['answer']);
      return (await marks.find(mine.session, mine, 'answer')) === null;
    };
  }),
  'the marks and tokens of another ID': lasting(
    'marks',
    ['session'],
    async ({ marks, identityTokens }, mine) => {
      await marks.record(mine.session, mine, 'password', 'x');
      const token = await identityTokens.issue(mine.session, { ...mine, ...BY_PASSWORD });
      return async ({ session }) => {
        await marks.removeOtherPeople(session, 'nobody');
        const left = [
          await marks.find(mine.session, mine, 'password'),
          await identityTokens.find(mine.session, token),
        ];
        return left.every((one) => one === null);
      };
    },
  ),
  'a login that waits for a password': expiring(
    'held_logins',
    ['session'],
    10 * MINUTE,
    async ({ heldLogins }, mine) => {
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
  ),
  'a policy that was told': expiring(
    'proofs',
    ALL,
    600 * MINUTE + 1,
    async ({ proofs }, { session, clientId, userId }) => {
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      return async (whose) => (await proofs.find(whose.session, whose.clientId, whose.userId)) !== null;
    },
  ),
  'a policy that was told, with the account': expiring(
    'proofs',
    ALL,
    600 * MINUTE + 1,
    async ({ proofs }, { session, clientId, userId }) => {
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      return async (whose) =>
        (await proofs.findWithAccount(whose.session, whose.clientId, whose.userId))?.account.userId ===
        userId;
    },
  ),
  'the person who was named last': expiring(
    'proofs',
    ['session', 'clientId'],
    600 * MINUTE + 1,
    async ({ proofs }, { session, clientId, userId }) => {
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      return async (whose) => (await proofs.newestUser(whose.session, whose.clientId)) === userId;
    },
  ),
  'the newest persons': lasting('proofs', ['session'], async ({ proofs }, { session, clientId }) => {
    const enter = (whose: Whose, nth: number) =>
      proofs.recordPolicyCheck(whose.session, whose.clientId, `person ${nth}`, 'policy');
    const isKept = async (nth: number) => (await proofs.find(session, clientId, `person ${nth}`)) !== null;
    for (let nth = 1; nth <= 8; nth += 1) await enter({ session, clientId, userId: '' }, nth);
    return async (whose) => {
      await enter(whose, 9);
      return !(await isKept(1)) && (await isKept(2));
    };
  }),
  'a password that is noted': lasting(
    'proofs',
    ALL,
    async ({ proofs, clock }, { session, clientId, userId }) => {
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      await proofs.spend(session, clientId, userId);
      return async (whose) => {
        await proofs.recordPassword(whose.session, whose.clientId, whose.userId, clock.now);
        return (await proofs.find(session, clientId, userId))?.passwordAt === clock.now;
      };
    },
  ),
  'a first step that is noted': lasting(
    'proofs',
    ALL,
    async ({ proofs, clock }, { session, clientId, userId }) => {
      const step = { methods: ['pw'] as const, provedAt: [clock.now], tokenCode: null };
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      await proofs.spend(session, clientId, userId);
      return async (whose) => {
        await proofs.recordFirstStep(whose.session, whose.clientId, whose.userId, step);
        return (await proofs.find(session, clientId, userId))?.firstStep?.provedAt[0] === clock.now;
      };
    },
  ),
  'a first step that is used up': lasting(
    'proofs',
    ALL,
    async ({ proofs, clock }, { session, clientId, userId }) => {
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      await proofs.recordPassword(session, clientId, userId, clock.now);
      return async (whose) => {
        await proofs.spend(whose.session, whose.clientId, whose.userId);
        return (await proofs.find(session, clientId, userId))?.passwordAt === null;
      };
    },
  ),
  'a request': lasting(
    'session_requests',
    ['session', 'clientId'],
    async ({ requests }, { session, clientId }) => {
      await requests.record(session, clientId, newName());
      return async (whose) => (await requests.of(whose.session, whose.clientId)) !== null;
    },
  ),
  'a screen': expiring('screens', ['session'], 60 * MINUTE, async ({ screens }, { session }) => {
    await screens.store(session, SCREEN);
    return async (whose) => (await screens.find(whose.session)) !== null;
  }),
  'a screen that is dropped': lasting('screens', ['session'], async ({ screens }, { session }) => {
    await screens.store(session, SCREEN);
    return async (whose) => {
      await screens.drop(whose.session);
      return (await screens.find(session)) === null;
    };
  }),
  'the newest request': lasting(
    'session_requests',
    ['session'],
    async ({ requests }, { session, clientId }) => {
      await requests.record(session, clientId, newName());
      return async (whose) =>
        (await requests.current(whose.session)) !== null &&
        (await requests.newestClient(whose.session)) !== null;
    },
  ),
  'a login': expiring('sessions', ['session'], 600 * MINUTE + 1, async (server, { session, userId }) => {
    const { sessions } = server.portal;
    await signIn(server, session, userId);
    return async (whose) => (await sessions.login(whose.session)) !== null;
  }),
  'a session in the list of a person': expiring(
    'sessions',
    ['userId'],
    60 * MINUTE,
    async (server, { userId }) => {
      const { sessions } = server.portal;
      const { session } = await sessions.start();
      await signIn(server, session, userId);
      return async (whose) => (await sessions.ofUser(whose.userId)).some(({ key }) => key === session.key);
    },
  ),
  'the end of other sessions': lasting('sessions', ['userId'], async (server, { session: own, userId }) => {
    const { sessions } = server.portal;
    const { session } = await sessions.start();
    await signIn(server, session, userId);
    return async (whose) => {
      await sessions.endOthers(whose.userId, own, () => true);
      return (await sessions.login(session)) === null;
    };
  }),
  'everything that a person has going': lasting('qr_logins', ['userId'], async (server, mine) => {
    const { db, portal, clock } = server;
    const { accessTokens, identityTokens, marks, passwordLinks, proofs, provisionLinks, pushes, sessions } =
      portal;
    const { session, clientId, userId } = mine;
    await signIn(server, session, userId);
    await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
    await proofs.recordPassword(session, clientId, userId, clock.now);
    await marks.record(session, mine, 'identity', 'sms');
    await sentCode(server, mine);
    const token = await accessTokens.issue(session, { userId, clientId, purpose: 'send-code' });
    const identity = await identityTokens.issue(session, { ...mine, ...BY_PASSWORD });
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
  }),
  'what a declined sign-in has begun': lasting('proofs', ['session', 'clientId'], async (server, mine) => {
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
    const { session, clientId, userId } = mine;
    await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
    const token = await accessTokens.issue(session, { userId, clientId, purpose: 'send-code' });
    const held = newName();
    const boxes = { first: null, second: null };
    await heldLogins.hold(session, mine, held, { methods: [], provedAt: [], steps: 1, boxes, redirect: '' });
    await sentCode(server, mine);
    const challenge = await passkeyChallenges.issue(mine);
    const qrId = await drawn(server, mine);
    const pushId = await waitingPush(server, mine);
    await requests.record(session, clientId, newName());
    const isThere = async (): Promise<readonly boolean[]> => [
      (await proofs.find(session, clientId, userId)) !== null,
      (await accessTokens.find(session, token)) !== null,
      (await heldLogins.find(session, held)) !== null,
      (await sentCodes.find({ ...mine, ...login })) !== null,
      (await passkeyChallenges.stateOf(challenge, mine)) === 'open',
      (await qrLogins.find(session, qrId)) !== null,
      (await pushes.find(session, pushId))?.state === 'pending',
      (await requests.of(session, clientId)) !== null,
    ];
    return async (whose) => {
      await sessions.endSignIn(whose.session, whose.clientId);
      const there = await isThere();
      if (new Set(there).size > 1) throw new Error(`Some of it has ended: ${there}`);
      return !there[0];
    };
  }),
};
