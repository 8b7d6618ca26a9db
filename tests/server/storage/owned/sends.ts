import { codeDraftsIn } from '#server/storage/repositories/code-drafts.ts';
import {
  ALL,
  changeOf,
  DAY,
  drawn,
  expiring,
  lasting,
  login,
  MINUTE,
  newName,
  newNumber,
  type Owned,
  SECOND,
  sentCode,
  waitingPush,
} from './kept.ts';

/** What was sent, drawn, counted and saved. */
export const SENDS: Readonly<Record<string, Owned>> = {
  'a code that was sent': lasting('sent_codes', ALL, async (server, mine) => {
    await sentCode(server, mine);
    return async (whose) => (await server.portal.sentCodes.find({ ...whose, ...login })) !== null;
  }),
  'an entry of a code that was sent': lasting('sent_codes', ALL, async (server, mine) => {
    await sentCode(server, mine);
    return async (whose) => (await server.portal.sentCodes.countEntry({ ...whose, ...login }, 99)) !== null;
  }),
  'the use of a code that was sent': lasting('sent_codes', ALL, async (server, mine) => {
    newNumber();
    const turn = await sentCode(server, mine);
    return (whose) => server.portal.sentCodes.spend({ ...whose, ...login }, turn);
  }),
  'a code that another channel sends too': expiring(
    'code_drafts',
    ALL,
    10 * SECOND + 1,
    async ({ now, db }, mine) => {
      const drafts = codeDraftsIn(db, now);
      const isSpent = async () => false;
      const { code } = await drafts.begin({ ...mine, ...login }, 'sms', newName, isSpent);
      return async (whose) =>
        (await drafts.begin({ ...whose, ...login }, 'inmail', newName, isSpent)).code === code;
    },
  ),
  'the end of a send': lasting('code_drafts', ALL, async (server, mine) => async (whose) => {
    const drafts = codeDraftsIn(server.db, server.portal.now);
    const isSpent = async () => false;
    server.wait(MINUTE);
    const { code, turn } = await drafts.begin({ ...mine, ...login }, 'sms', newName, isSpent);
    server.wait(6 * SECOND);
    await drafts.touch({ ...whose, ...login }, turn);
    server.wait(6 * SECOND);
    return (await drafts.begin({ ...mine, ...login }, 'inmail', newName, isSpent)).code === code;
  }),
  'the challenge of a passkey': expiring(
    'passkey_challenges',
    ALL,
    300 * SECOND,
    async ({ passkeyChallenges }, mine) => {
      const challenge = await passkeyChallenges.issue(mine);
      return async (whose) => (await passkeyChallenges.stateOf(challenge, whose)) === 'open';
    },
  ),
  'a push': expiring('pushes', ['session'], MINUTE, async (server, mine) => {
    const pushId = await waitingPush(server, mine);
    return async ({ session }) => (await server.portal.pushes.find(session, pushId))?.state === 'pending';
  }),
  'a push as its screen sees it': expiring('pushes', ['session'], MINUTE, async (server, mine) => {
    const pushId = await waitingPush(server, mine);
    return async ({ session }) => (await server.portal.pushes.poll(session, pushId))?.state === 'pending';
  }),
  'a push on the phone': expiring('pushes', ['userId'], MINUTE, async (server, mine) => {
    await waitingPush(server, mine);
    return async ({ userId }) => (await server.portal.pushes.shownPushesOf(userId)).length > 0;
  }),
  'a push that the phone names': expiring('pushes', ['userId'], MINUTE, async (server, mine) => {
    const pushId = await waitingPush(server, mine);
    return async ({ userId }) =>
      (await server.portal.pushes.pushIdOf(userId, `request of ${pushId}`)) !== null;
  }),
  'the answer to a push': expiring('pushes', [], MINUTE, async (server, mine) => {
    const pushId = await waitingPush(server, mine);
    return () => server.portal.pushes.answer(pushId, 'approved');
  }),
  'a refused push': lasting('pushes', ['session', 'userId'], async (server, mine) => {
    const { pushes } = server.portal;
    await pushes.answer(await waitingPush(server, mine), 'denied');
    return async ({ session, userId }) =>
      (await pushes.refusalsSince(server.clock.now - 1, userId, session)).length > 0;
  }),
  'a QR code': lasting('qr_logins', ['session'], async (server, mine) => {
    const qrId = await drawn(server, mine);
    return async ({ session }) => (await server.portal.qrLogins.find(session, qrId)) !== null;
  }),
  'the decision about a QR code': expiring('qr_logins', [], 15 * SECOND, async (server, mine) => {
    const qrId = await drawn(server, mine);
    return () => server.portal.qrLogins.decide(qrId, 'approved', mine.userId);
  }),
  'an approved QR code': expiring('qr_logins', ['session', 'userId'], 60 * SECOND, async (server, mine) => {
    const { qrLogins } = server.portal;
    const qrId = await drawn(server, mine);
    await qrLogins.decide(qrId, 'approved', mine.userId);
    return ({ session, userId }) => qrLogins.spend(session, qrId, userId);
  }),
  'a draft of a registration': expiring(
    'registration_drafts',
    ALL,
    MINUTE,
    async ({ registrationDrafts }, mine) => {
      await registrationDrafts.put(mine, 'kind', 'content', MINUTE);
      return async (whose) => (await registrationDrafts.find(whose, 'kind')) !== null;
    },
  ),
  'a draft of a registration that is taken': expiring(
    'registration_drafts',
    ALL,
    MINUTE,
    async ({ registrationDrafts }, mine) => {
      await registrationDrafts.put(mine, 'kind', 'content', MINUTE);
      return async (whose) => (await registrationDrafts.take(whose, 'kind')) !== null;
    },
  ),
  'the limit of tries at a card': expiring(
    'registration_tries',
    ['userId'],
    MINUTE,
    async ({ registrationTries }, { userId }) => {
      const limit = { kind: 'card-code', max: 1, window: MINUTE } as const;
      await registrationTries.succeed(userId, 'card-code');
      await registrationTries.begin(userId, limit);
      return async (whose) => {
        await registrationTries.succeed('nobody', 'card-code');
        const wait = await registrationTries.begin(whose.userId, limit);
        if (whose.userId !== userId) await registrationTries.succeed(whose.userId, 'card-code');
        return wait !== null;
      };
    },
  ),
  'a locked method': expiring('attempts', ['userId'], 30 * MINUTE, async ({ attempts }, { userId }) => {
    await attempts.succeed(userId, '9');
    for (let guess = 0; guess < 5; guess += 1) await attempts.begin(userId, '9');
    return async (whose) => attempts.isLocked(whose.userId, '9');
  }),
  'a guess at a locked method': expiring(
    'attempts',
    ['userId'],
    30 * MINUTE,
    async ({ attempts }, { userId }) => {
      for (const anybody of [userId, 'yoon']) await attempts.succeed(anybody, '9');
      for (let guess = 0; guess < 5; guess += 1) await attempts.begin(userId, '9');
      return async (whose) => !(await attempts.begin(whose.userId, '9')).allowed;
    },
  ),
  'the end of a count': lasting('attempts', ['userId'], async ({ attempts }, { userId }) => {
    await attempts.succeed(userId, '9');
    for (let guess = 0; guess < 5; guess += 1) await attempts.begin(userId, '9');
    return async (whose) => {
      await attempts.succeed(whose.userId, '9');
      return !(await attempts.isLocked(userId, '9'));
    };
  }),
  'a guess that is taken back': lasting('attempts', ['userId'], async ({ attempts }, { userId }) => {
    await attempts.succeed(userId, '9');
    for (let guess = 0; guess < 5; guess += 1) await attempts.begin(userId, '9');
    return async (whose) => {
      await attempts.uncount(whose.userId, '9');
      return !(await attempts.isLocked(userId, '9'));
    };
  }),
  'a password link': expiring(
    'password_links',
    ['clientId', 'userId'],
    DAY,
    async ({ passwordLinks }, mine) => {
      const link = await passwordLinks.issue({ ...mine, kind: 'change' }, DAY, 99);
      return async ({ userId, clientId }) =>
        (await passwordLinks.find(link?.ak ?? '', userId, clientId)).state === 'open';
    },
  ),
  'a password link before a new one': lasting(
    'password_links',
    ['userId'],
    async ({ passwordLinks }, mine) => {
      const link = await passwordLinks.issue({ ...mine, kind: 'change' }, DAY, 99);
      return async ({ userId }) => {
        await passwordLinks.issue({ clientId: mine.clientId, userId, kind: 'change' }, DAY, 99);
        return (await passwordLinks.find(link?.ak ?? '', mine.userId, mine.clientId)).state === 'used';
      };
    },
  ),
  'a password that a token may save': expiring(
    'password_saves',
    ['session'],
    30 * MINUTE,
    async (server, mine) => {
      const change = await changeOf(server, mine);
      return async ({ session }) =>
        (await server.portal.passwordChanges.save({ ...change, session })) === 'saved';
    },
  ),
  'a password that a token has saved': expiring(
    'password_saves',
    ['session'],
    10 * MINUTE,
    async (server, mine) => {
      const { passwordChanges } = server.portal;
      const change = await changeOf(server, mine);
      await passwordChanges.save(change);
      return async ({ session }) => (await passwordChanges.findSave(session, change.tokenHash)) !== null;
    },
  ),
};
