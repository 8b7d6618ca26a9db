import { codeDraftsIn } from '#server/storage/repositories/code-drafts.ts';
import {
  ALL_OWNERS,
  addPendingPush,
  createQrLogin,
  DAY,
  expiringEntry,
  failUntilLocked,
  LOGIN_PURPOSE,
  MINUTE,
  newName,
  newNumber,
  type OwnedEntry,
  passwordChangeOf,
  permanentEntry,
  SECOND,
  sendCode,
} from './entries.ts';

const neverSpent = async () => false;

/** Codes, pushes, QR codes, drafts, attempts, links and password changes. */
export const CODES_AND_LINKS: Readonly<Record<string, OwnedEntry>> = {
  'a sent code': permanentEntry('sent_codes', ALL_OWNERS, async (server, owner) => {
    await sendCode(server, owner);
    return async (caller) => (await server.portal.sentCodes.find({ ...caller, ...LOGIN_PURPOSE })) !== null;
  }),
  'a guess of a sent code': permanentEntry('sent_codes', ALL_OWNERS, async (server, owner) => {
    await sendCode(server, owner);
    return async (caller) =>
      (await server.portal.sentCodes.countEntry({ ...caller, ...LOGIN_PURPOSE }, 99)) !== null;
  }),
  'the use of a sent code': permanentEntry('sent_codes', ALL_OWNERS, async (server, owner) => {
    // Gives this code another send number than the last code.
    newNumber();
    const sendNumber = await sendCode(server, owner);
    return (caller) => server.portal.sentCodes.consume({ ...caller, ...LOGIN_PURPOSE }, sendNumber);
  }),
  'a code that is sent by a second channel': expiringEntry(
    'code_drafts',
    ALL_OWNERS,
    10 * SECOND + 1,
    async ({ now, db }, owner) => {
      const drafts = codeDraftsIn(db, now);
      const { code } = await drafts.begin({ ...owner, ...LOGIN_PURPOSE }, 'sms', newName, neverSpent);
      return async (caller) =>
        (await drafts.begin({ ...caller, ...LOGIN_PURPOSE }, 'inmail', newName, neverSpent)).code === code;
    },
  ),
  'the recorded end of a send': permanentEntry(
    'code_drafts',
    ALL_OWNERS,
    async (server, owner) => async (caller) => {
      const drafts = codeDraftsIn(server.db, server.portal.now);
      server.wait(MINUTE);
      const { code, sendNumber } = await drafts.begin(
        { ...owner, ...LOGIN_PURPOSE },
        'sms',
        newName,
        neverSpent,
      );
      server.wait(6 * SECOND);
      await drafts.recordEnd({ ...caller, ...LOGIN_PURPOSE }, sendNumber);
      server.wait(6 * SECOND);
      return (
        (await drafts.begin({ ...owner, ...LOGIN_PURPOSE }, 'inmail', newName, neverSpent)).code === code
      );
    },
  ),
  'the challenge of a passkey': expiringEntry(
    'passkey_challenges',
    ALL_OWNERS,
    300 * SECOND,
    async ({ passkeyChallenges }, owner) => {
      const challenge = await passkeyChallenges.issue(owner);
      return async (caller) => (await passkeyChallenges.stateOf(challenge, caller)) === 'open';
    },
  ),
  'a push': expiringEntry('pushes', ['session'], MINUTE, async (server, owner) => {
    const pushId = await addPendingPush(server, owner);
    return async ({ session }) => (await server.portal.pushes.find(session, pushId))?.state === 'pending';
  }),
  'a push that its screen polls': expiringEntry('pushes', ['session'], MINUTE, async (server, owner) => {
    const pushId = await addPendingPush(server, owner);
    return async ({ session }) => (await server.portal.pushes.poll(session, pushId))?.state === 'pending';
  }),
  'a push on the phone': expiringEntry('pushes', ['userId'], MINUTE, async (server, owner) => {
    await addPendingPush(server, owner);
    return async ({ userId }) => (await server.portal.pushes.listPending(userId)).length > 0;
  }),
  'a push that the phone names': expiringEntry('pushes', ['userId'], MINUTE, async (server, owner) => {
    const pushId = await addPendingPush(server, owner);
    return async ({ userId }) =>
      (await server.portal.pushes.findPushId(userId, `request of ${pushId}`)) !== null;
  }),
  'the answer to a push': expiringEntry('pushes', [], MINUTE, async (server, owner) => {
    const pushId = await addPendingPush(server, owner);
    return () => server.portal.pushes.answer(pushId, 'approved');
  }),
  'a refused push': permanentEntry('pushes', ['session', 'userId'], async (server, owner) => {
    const { pushes } = server.portal;
    await pushes.answer(await addPendingPush(server, owner), 'denied');
    return async ({ session, userId }) =>
      (await pushes.unapprovedSince(server.clock.now - 1, userId, session)).length > 0;
  }),
  'a QR code': permanentEntry('qr_logins', ['session'], async (server, owner) => {
    const qrId = await createQrLogin(server, owner);
    return async ({ session }) => (await server.portal.qrLogins.find(session, qrId)) !== null;
  }),
  'the decision about a QR code': expiringEntry('qr_logins', [], 15 * SECOND, async (server, owner) => {
    const qrId = await createQrLogin(server, owner);
    return () => server.portal.qrLogins.decide(qrId, 'approved', owner.userId);
  }),
  'an approved QR code': expiringEntry(
    'qr_logins',
    ['session', 'userId'],
    60 * SECOND,
    async (server, owner) => {
      const { qrLogins } = server.portal;
      const qrId = await createQrLogin(server, owner);
      await qrLogins.decide(qrId, 'approved', owner.userId);
      return ({ session, userId }) => qrLogins.consume(session, qrId, userId);
    },
  ),
  'a draft of a registration': expiringEntry(
    'registration_drafts',
    ALL_OWNERS,
    MINUTE,
    async ({ registrationDrafts }, owner) => {
      await registrationDrafts.put(owner, 'kind', 'content', MINUTE);
      return async (caller) => (await registrationDrafts.find(caller, 'kind')) !== null;
    },
  ),
  'a draft of a registration that is removed': expiringEntry(
    'registration_drafts',
    ALL_OWNERS,
    MINUTE,
    async ({ registrationDrafts }, owner) => {
      await registrationDrafts.put(owner, 'kind', 'content', MINUTE);
      return async (caller) => (await registrationDrafts.take(caller, 'kind')) !== null;
    },
  ),
  'the limit of tries to register a card': expiringEntry(
    'registration_attempts',
    ['userId'],
    MINUTE,
    async ({ registrationAttempts }, { userId }) => {
      const limit = { kind: 'card-code', max: 1, windowMs: MINUTE } as const;
      await registrationAttempts.succeed(userId, 'card-code');
      await registrationAttempts.begin(userId, limit);
      return async (caller) => {
        await registrationAttempts.succeed('nobody', 'card-code');
        const wait = await registrationAttempts.begin(caller.userId, limit);
        if (caller.userId !== userId) await registrationAttempts.succeed(caller.userId, 'card-code');
        return wait !== null;
      };
    },
  ),
  'a locked method': expiringEntry('attempts', ['userId'], 30 * MINUTE, async ({ attempts }, { userId }) => {
    await attempts.succeed(userId, '9');
    await failUntilLocked({ attempts }, userId);
    return async (caller) => attempts.isLocked(caller.userId, '9');
  }),
  'a guess at a locked method': expiringEntry(
    'attempts',
    ['userId'],
    30 * MINUTE,
    async ({ attempts }, { userId }) => {
      for (const person of [userId, 'yoon']) await attempts.succeed(person, '9');
      await failUntilLocked({ attempts }, userId);
      return async (caller) => !(await attempts.begin(caller.userId, '9')).isAllowed;
    },
  ),
  'a success that resets the failed attempts': permanentEntry(
    'attempts',
    ['userId'],
    async ({ attempts }, { userId }) => {
      await attempts.succeed(userId, '9');
      await failUntilLocked({ attempts }, userId);
      return async (caller) => {
        await attempts.succeed(caller.userId, '9');
        return !(await attempts.isLocked(userId, '9'));
      };
    },
  ),
  'an attempt that is uncounted': permanentEntry('attempts', ['userId'], async ({ attempts }, { userId }) => {
    await attempts.succeed(userId, '9');
    await failUntilLocked({ attempts }, userId);
    return async (caller) => {
      await attempts.uncount(caller.userId, '9');
      return !(await attempts.isLocked(userId, '9'));
    };
  }),
  'a password link': expiringEntry(
    'password_links',
    ['clientId', 'userId'],
    DAY,
    async ({ passwordLinks }, owner) => {
      const link = await passwordLinks.issue({ ...owner, kind: 'change' }, DAY, 99);
      return async ({ userId, clientId }) =>
        (await passwordLinks.find(link?.ak ?? '', userId, clientId)).state === 'open';
    },
  ),
  'a password link that a new link replaces': permanentEntry(
    'password_links',
    ['userId'],
    async ({ passwordLinks }, owner) => {
      const link = await passwordLinks.issue({ ...owner, kind: 'change' }, DAY, 99);
      return async ({ userId }) => {
        await passwordLinks.issue({ clientId: owner.clientId, userId, kind: 'change' }, DAY, 99);
        return (await passwordLinks.find(link?.ak ?? '', owner.userId, owner.clientId)).state === 'used';
      };
    },
  ),
  'a password change that a token allows': expiringEntry(
    'password_saves',
    ['session'],
    30 * MINUTE,
    async (server, owner) => {
      const change = await passwordChangeOf(server, owner);
      return async ({ session }) =>
        (await server.portal.passwordChanges.save({ ...change, session })) === 'saved';
    },
  ),
  'a password change that was saved with a token': expiringEntry(
    'password_saves',
    ['session'],
    10 * MINUTE,
    async (server, owner) => {
      const { passwordChanges } = server.portal;
      const change = await passwordChangeOf(server, owner);
      await passwordChanges.save(change);
      return async ({ session }) => (await passwordChanges.findSave(session, change.tokenHash)) !== null;
    },
  ),
};
