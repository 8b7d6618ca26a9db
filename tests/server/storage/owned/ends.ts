import { endOfSessionsIn } from '#server/storage/repositories/end-of-sessions.ts';
import { akHashOf } from '#server/storage/repositories/password-links.ts';
import { hexTokenHash } from '#server/storage/sessions/access-tokens.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import {
  ALL_OWNERS,
  addPendingPush,
  BY_PASSWORD,
  createQrLogin,
  DAY,
  expiringEntry,
  MINUTE,
  newName,
  type OwnedEntry,
  type Owner,
  passwordChangeOf,
  permanentEntry,
  SECOND,
  sharedApp,
  signIn,
} from './entries.ts';

const stateOf = async ({ portal: { pushes } }: TestServer, { session }: Owner, pushId: string) =>
  (await pushes.find(session, pushId))?.state;

/** Calls that withdraw a pending push. */
const WITHDRAWALS: Readonly<
  Record<string, (server: TestServer, owner: Owner, pushId: string) => Promise<unknown>>
> = {
  'by its screen': ({ portal: { pushes } }, _owner, pushId) => pushes.withdraw(pushId),
  'by the end of its session': ({ portal: { sessions } }, { session }) => sessions.end(session.key),
  'by the end of sessions': ({ db, portal: { now } }, { userId }) => endOfSessionsIn(db, now)(userId),
};

/** Actions that end other entries, and entries that end. */
export const ENDS: Readonly<Record<string, OwnedEntry>> = {
  ...Object.fromEntries(
    Object.entries(WITHDRAWALS).map(([cause, withdraw]): [string, OwnedEntry] => [
      `a push that is withdrawn ${cause}`,
      expiringEntry('pushes', [], MINUTE, async (server, owner) => {
        const pushId = await addPendingPush(server, owner);
        return async () => {
          await withdraw(server, owner, pushId);
          return (await stateOf(server, owner, pushId)) === 'withdrawn';
        };
      }),
    ]),
  ),
  'an approved push that a new push replaces': permanentEntry(
    'pushes',
    ['session', 'userId'],
    async (server, owner) => {
      const pushId = await addPendingPush(server, owner);
      await server.portal.pushes.answer(pushId, 'approved');
      return async (caller) => {
        await server.portal.pushes.withdraw(await addPendingPush(server, caller));
        return (await stateOf(server, owner, pushId)) === 'superseded';
      };
    },
  ),
  'a pending push that a new push replaces': expiringEntry('pushes', [], MINUTE, async (server, owner) => {
    const pushId = await addPendingPush(server, owner);
    return async () => {
      await addPendingPush(server, owner);
      return (await stateOf(server, owner, pushId)) === 'superseded';
    };
  }),
  'the number of pending pushes': expiringEntry('pushes', [], MINUTE, async (server, owner) => {
    const { pushes } = server.portal;
    await addPendingPush(server, owner);
    return async () => (await pushes.countPending()) > 0;
  }),
  'a pending push, which does not count as refused': expiringEntry(
    'pushes',
    [],
    MINUTE,
    async (server, owner) => {
      const { clock, portal } = server;
      const since = clock.now - 1;
      await addPendingPush(server, owner);
      return async () => (await portal.pushes.unapprovedSince(since, owner.userId, null)).length === 0;
    },
  ),
  'a push that was refused recently': expiringEntry('pushes', ['userId'], MINUTE, async (server, owner) => {
    const { clock, portal } = server;
    await portal.pushes.answer(await addPendingPush(server, owner), 'denied');
    return async ({ userId }) =>
      (await portal.pushes.unapprovedSince(clock.now - MINUTE, userId, null)).length > 0;
  }),
  'the proofs for the screen of a push': permanentEntry('pushes', ALL_OWNERS, async (server, owner) => {
    const { proofs, pushes } = server.portal;
    const pushId = await addPendingPush(server, owner);
    return async ({ session, clientId, userId }) => {
      await proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      return (await pushes.poll(owner.session, pushId))?.proven === 'policy';
    };
  }),
  'the proofs for the screen of a push until the session ends': expiringEntry(
    'pushes',
    [],
    600 * MINUTE + 1,
    async (server, owner) => {
      const { proofs, pushes } = server.portal;
      const pushId = await addPendingPush(server, owner);
      await proofs.recordPolicyCheck(owner.session, owner.clientId, owner.userId, 'policy');
      return async () => (await pushes.poll(owner.session, pushId))?.proven === 'policy';
    },
  ),
  'a QR code whose approver is disclosed again': expiringEntry(
    'qr_logins',
    [],
    10 * SECOND,
    async (server, owner) => {
      const qrId = await createQrLogin(server, owner);
      await server.portal.qrLogins.discloseApprover(qrId);
      return () => server.portal.qrLogins.discloseApprover(qrId);
    },
  ),
  'pushes and QR codes that a new app ends': permanentEntry('pushes', ['userId'], async (server, owner) => {
    const { qrLogins, registrations, devices } = server.portal;
    await devices.mobileApps.replace(owner.userId, sharedApp());
    const pushId = await addPendingPush(server, owner);
    const approved = await createQrLogin(server, owner);
    await qrLogins.decide(approved, 'approved', owner.userId);
    const ownQrCode = await qrLogins.create({ ...owner, step: 2, browser: '' });
    return async ({ userId }) => {
      await registrations.replaceApp(userId, sharedApp(), null, async () => undefined);
      const remaining = [
        await qrLogins.find(owner.session, approved),
        await qrLogins.find(owner.session, ownQrCode.qrId),
      ];
      return (
        remaining.every((entry) => entry === null) && (await stateOf(server, owner, pushId)) === 'withdrawn'
      );
    };
  }),
  'a password link at the end of sessions': expiringEntry(
    'password_links',
    ['userId'],
    DAY,
    async ({ passwordLinks, now, db }, owner) => {
      const link = await passwordLinks.issue({ ...owner, kind: 'change' }, DAY, 99);
      return async ({ userId }) => {
        await endOfSessionsIn(db, now)(userId);
        return (await passwordLinks.find(link?.ak ?? '', owner.userId, owner.clientId)).state === 'used';
      };
    },
  ),
  'the link of an app at the end of sessions': expiringEntry(
    'provision_links',
    [],
    5 * MINUTE,
    async ({ provisionLinks, now, db }, owner) => {
      const ak = await provisionLinks.issue(owner.userId);
      return async () => {
        await endOfSessionsIn(db, now)(owner.userId);
        const usedAt = await db
          .prepare('SELECT count(*) AS n FROM provision_links WHERE user_id = $user AND used_at = $now')
          .get({ $user: owner.userId, $now: now() });
        return (await provisionLinks.find(ak)).state === 'used' && Number(usedAt?.['n']) > 0;
      };
    },
  ),
  'a link that saves a password': expiringEntry('password_links', [], 10 * MINUTE, async (server, owner) => {
    const { passwordChanges, passwordLinks } = server.portal;
    const link = await passwordLinks.issue({ ...owner, kind: 'change' }, 10 * MINUTE, 99);
    const change = { ...(await passwordChangeOf(server, owner)), akHash: akHashOf(link?.ak ?? '') };
    return async () => (await passwordChanges.save(change)) === 'saved';
  }),
  'an identity check that saves a password': expiringEntry(
    'password_saves',
    ['session'],
    30 * MINUTE,
    async (server, owner) => {
      const { identityTokens, passwordChanges } = server.portal;
      const token = await identityTokens.issue(owner.session, { ...owner, ...BY_PASSWORD });
      const change = { ...(await passwordChangeOf(server, owner)), tokenHash: hexTokenHash(token) };
      return async ({ session }) => (await passwordChanges.save({ ...change, session })) === 'saved';
    },
  ),
  'a passed check and a token of the same ID': permanentEntry(
    'passed_checks',
    ['userId'],
    async ({ identityTokens, passedChecks }, owner) => {
      return async ({ userId }) => {
        await passedChecks.record(owner.session, owner, 'password', 'x');
        const token = await identityTokens.issue(owner.session, { ...owner, ...BY_PASSWORD });
        await passedChecks.removeOfOthers(owner.session, userId);
        const remaining = [
          await passedChecks.find(owner.session, owner, 'password'),
          await identityTokens.find(owner.session, token),
        ];
        return remaining.every((entry) => entry !== null);
      };
    },
  ),
  'the former ID of a session with a new ID': expiringEntry(
    'session_ids',
    [],
    10 * SECOND,
    async ({ sessions }) => {
      const { session, cookies } = await sessions.start();
      await sessions.rotateId(session);
      return async () => (await sessions.open(String(cookies[0]).split(';')[0] ?? ''))?.key === session.key;
    },
  ),
  'the new ID of a session with more rights': permanentEntry('session_ids', [], async ({ sessions }) => {
    const { session } = await sessions.start();
    return async () => (await sessions.rotateId(session)).length > 0;
  }),
  'a sealed session that is stored a second time': permanentEntry(
    'sessions',
    [],
    async ({ sealedSessions, sessions }, { session }) => {
      return async () => {
        const sealed = sealedSessions.begin();
        const stored = await sessions.store(sealed);
        const storedAgain = await sessions.store(sealed);
        const newIds = [await sessions.rotateId(session), stored ? await sessions.rotateId(stored) : []];
        return storedAgain === null && newIds.every(({ length }) => length === 1);
      };
    },
  ),
  'a visit after the idle time': permanentEntry('sessions', [], async (server, { userId }) => {
    const { sessions } = server.portal;
    const { session, cookies } = await sessions.start();
    await signIn(server, session, userId);
    return async () => {
      server.wait(61 * MINUTE);
      await sessions.open(String(cookies[0]).split(';')[0] ?? '');
      return (await sessions.findLogin(session)) === null;
    };
  }),
  'the end of a session': permanentEntry('sessions', ['session'], async (server, owner) => {
    const { requests, sessions } = server.portal;
    await signIn(server, owner.session, owner.userId);
    await requests.record(owner.session, owner.clientId, newName());
    return async ({ session }) => {
      await sessions.signOut(session, 'drop');
      const remaining = [
        await sessions.findLogin(owner.session),
        await requests.requestOf(owner.session, owner.clientId),
      ];
      return remaining.every((entry) => entry === null);
    };
  }),
  'the session of an engine': permanentEntry('sessions', ['session', 'userId'], async (server, owner) => {
    const { sessions } = server.portal;
    await signIn(server, owner.session, owner.userId);
    return async ({ session, userId }) => {
      const name = newName();
      await sessions.recordEngineSession(session, name);
      return (await sessions.listSignedIn(userId)).some(({ engineSession }) => engineSession === name);
    };
  }),
  'a login in the list of a person': expiringEntry(
    'sessions',
    [],
    600 * MINUTE,
    async (server, { userId }) => {
      const { db, clock, portal } = server;
      const { session } = await portal.sessions.start();
      await signIn(server, session, userId);
      return async () => {
        await db.prepare('UPDATE sessions SET seen_at = ? WHERE session = ?').run(clock.now, session.key);
        return (await portal.sessions.listSignedIn(userId)).some(({ key }) => key === session.key);
      };
    },
  ),
};
