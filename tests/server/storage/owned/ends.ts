import { endOfSessionsIn } from '#server/storage/repositories/end-of-sessions.ts';
import { akHashOf } from '#server/storage/repositories/password-links.ts';
import { hexHashOf } from '#server/storage/sessions/access-tokens.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import {
  ALL,
  BY_PASSWORD,
  changeOf,
  DAY,
  drawn,
  expiring,
  lasting,
  MINUTE,
  newName,
  type Owned,
  phoneOf,
  SECOND,
  signIn,
  type Whose,
  waitingPush,
} from './kept.ts';

const stateOf = async ({ portal: { pushes } }: TestServer, { session }: Whose, pushId: string) =>
  (await pushes.find(session, pushId))?.state;

/** Calls that withdraw a push while it waits. */
const WITHDRAWING: Readonly<
  Record<string, (server: TestServer, mine: Whose, pushId: string) => Promise<unknown>>
> = {
  'by its screen': ({ portal: { pushes } }, _mine, pushId) => pushes.withdraw(pushId),
  'by the end of its session': ({ portal: { sessions } }, { session }) => sessions.end(session.key),
  'by the end of sessions': ({ db, portal: { now } }, { userId }) => endOfSessionsIn(db, now)(userId),
};

/** What ends something else, and until when. */
export const ENDS: Readonly<Record<string, Owned>> = {
  ...Object.fromEntries(
    Object.entries(WITHDRAWING).map(([how, withdraw]): [string, Owned] => [
      `a push that is withdrawn ${how}`,
      expiring('pushes', [], MINUTE, async (server, mine) => {
        const pushId = await waitingPush(server, mine);
        return async () => {
          await withdraw(server, mine, pushId);
          return (await stateOf(server, mine, pushId)) === 'withdrawn';
        };
      }),
    ]),
  ),
  'an approved push before a new one': lasting('pushes', ['session', 'userId'], async (server, mine) => {
    const pushId = await waitingPush(server, mine);
    await server.portal.pushes.answer(pushId, 'approved');
    return async (whose) => {
      await server.portal.pushes.withdraw(await waitingPush(server, whose));
      return (await stateOf(server, mine, pushId)) === 'superseded';
    };
  }),
  'a push that waits before a new one': expiring('pushes', [], MINUTE, async (server, mine) => {
    const pushId = await waitingPush(server, mine);
    return async () => {
      await waitingPush(server, mine);
      return (await stateOf(server, mine, pushId)) === 'superseded';
    };
  }),
  'how many pushes wait': expiring('pushes', [], MINUTE, async (server, mine) => {
    const { pushes } = server.portal;
    await waitingPush(server, mine);
    return async () => (await pushes.countWaiting()) > 0;
  }),
  'a push that is not refused yet': expiring('pushes', [], MINUTE, async (server, mine) => {
    const { clock, portal } = server;
    const since = clock.now - 1;
    await waitingPush(server, mine);
    return async () => (await portal.pushes.refusalsSince(since, mine.userId, null)).length === 0;
  }),
  'a push that was refused lately': expiring('pushes', ['userId'], MINUTE, async (server, mine) => {
    const { clock, portal } = server;
    await portal.pushes.answer(await waitingPush(server, mine), 'denied');
    return async ({ userId }) =>
      (await portal.pushes.refusalsSince(clock.now - MINUTE, userId, null)).length > 0;
  }),
  'what stands behind the screen of a push': lasting('pushes', ALL, async ({ portal, ...server }, mine) => {
    const pushId = await waitingPush({ portal, ...server }, mine);
    return async ({ session, clientId, userId }) => {
      await portal.proofs.recordPolicyCheck(session, clientId, userId, 'policy');
      return (await portal.pushes.poll(mine.session, pushId))?.proven === 'policy';
    };
  }),
  'what stands behind the screen of a push for so long': expiring(
    'pushes',
    [],
    600 * MINUTE + 1,
    async (server, mine) => {
      const { proofs, pushes } = server.portal;
      const pushId = await waitingPush(server, mine);
      await proofs.recordPolicyCheck(mine.session, mine.clientId, mine.userId, 'policy');
      return async () => (await pushes.poll(mine.session, pushId))?.proven === 'policy';
    },
  ),
  'a QR code whose decision is told again': expiring('qr_logins', [], 10 * SECOND, async (server, mine) => {
    const qrId = await drawn(server, mine);
    await server.portal.qrLogins.discloseApprover(qrId);
    return () => server.portal.qrLogins.discloseApprover(qrId);
  }),
  'what waits for the app before a new one': lasting('pushes', ['userId'], async (server, mine) => {
    const { qrLogins, registrations, devices } = server.portal;
    await devices.mobileApps.replace(mine.userId, phoneOf());
    const pushId = await waitingPush(server, mine);
    const approved = await drawn(server, mine);
    await qrLogins.decide(approved, 'approved', mine.userId);
    const own = await qrLogins.draw({ ...mine, step: 2, browser: '' });
    return async ({ userId }) => {
      await registrations.replaceApp(userId, phoneOf(), null, async () => undefined);
      const left = [await qrLogins.find(mine.session, approved), await qrLogins.find(mine.session, own.qrId)];
      return left.every((one) => one === null) && (await stateOf(server, mine, pushId)) === 'withdrawn';
    };
  }),
  'a password link at the end of sessions': expiring(
    'password_links',
    ['userId'],
    DAY,
    async ({ passwordLinks, now, db }, mine) => {
      const link = await passwordLinks.issue({ ...mine, kind: 'change' }, DAY, 99);
      return async ({ userId }) => {
        await endOfSessionsIn(db, now)(userId);
        return (await passwordLinks.find(link?.ak ?? '', mine.userId, mine.clientId)).state === 'used';
      };
    },
  ),
  'the link of an app at the end of sessions': expiring(
    'provision_links',
    [],
    5 * MINUTE,
    async ({ provisionLinks, now, db }, mine) => {
      const ak = await provisionLinks.issue(mine.userId);
      return async () => {
        await endOfSessionsIn(db, now)(mine.userId);
        const usedAt = await db
          .prepare('SELECT count(*) AS n FROM provision_links WHERE user_id = $user AND used_at = $now')
          .get({ $user: mine.userId, $now: now() });
        return (await provisionLinks.find(ak)).state === 'used' && Number(usedAt?.['n']) > 0;
      };
    },
  ),
  'a link that saves a password': expiring('password_links', [], 10 * MINUTE, async (server, mine) => {
    const { passwordChanges, passwordLinks } = server.portal;
    const link = await passwordLinks.issue({ ...mine, kind: 'change' }, 10 * MINUTE, 99);
    const change = { ...(await changeOf(server, mine)), akHash: akHashOf(link?.ak ?? '') };
    return async () => (await passwordChanges.save(change)) === 'saved';
  }),
  'an identity check that saves a password': expiring(
    'password_saves',
    ['session'],
    30 * MINUTE,
    async (server, mine) => {
      const { identityTokens, passwordChanges } = server.portal;
      const token = await identityTokens.issue(mine.session, { ...mine, ...BY_PASSWORD });
      const change = { ...(await changeOf(server, mine)), tokenHash: hexHashOf(token) };
      return async ({ session }) => (await passwordChanges.save({ ...change, session })) === 'saved';
    },
  ),
  'a mark and a token of the same ID': lasting(
    'marks',
    ['userId'],
    async ({ identityTokens, marks }, mine) => {
      return async ({ userId }) => {
        await marks.record(mine.session, mine, 'password', 'x');
        const token = await identityTokens.issue(mine.session, { ...mine, ...BY_PASSWORD });
        await marks.removeOtherPeople(mine.session, userId);
        const left = [
          await marks.find(mine.session, mine, 'password'),
          await identityTokens.find(mine.session, token),
        ];
        return left.every((one) => one !== null);
      };
    },
  ),
  'the id of a session that has risen': expiring('session_ids', [], 10 * SECOND, async ({ sessions }) => {
    const { session, cookies } = await sessions.start();
    await sessions.rotateId(session);
    return async () => (await sessions.open(String(cookies[0]).split(';')[0] ?? ''))?.key === session.key;
  }),
  'the rise of a session': lasting('session_ids', [], async ({ sessions }) => {
    const { session } = await sessions.start();
    return async () => (await sessions.rotateId(session)).length > 0;
  }),
  'a session of a cookie that is stored a second time': lasting(
    'sessions',
    [],
    async ({ sealedSessions, sessions }, { session }) => {
      return async () => {
        const sealed = sealedSessions.begin();
        const stored = await sessions.store(sealed);
        const again = await sessions.store(sealed);
        const risen = [await sessions.rotateId(session), stored ? await sessions.rotateId(stored) : []];
        return again === null && risen.every(({ length }) => length === 1);
      };
    },
  ),
  'a visit after an hour': lasting('sessions', [], async (server, { userId }) => {
    const { sessions } = server.portal;
    const { session, cookies } = await sessions.start();
    await signIn(server, session, userId);
    return async () => {
      server.wait(61 * MINUTE);
      await sessions.open(String(cookies[0]).split(';')[0] ?? '');
      return (await sessions.login(session)) === null;
    };
  }),
  'the end of a session': lasting('sessions', ['session'], async (server, mine) => {
    const { requests, sessions } = server.portal;
    await signIn(server, mine.session, mine.userId);
    await requests.record(mine.session, mine.clientId, newName());
    return async ({ session }) => {
      await sessions.signOut(session, 'drop');
      const left = [await sessions.login(mine.session), await requests.of(mine.session, mine.clientId)];
      return left.every((one) => one === null);
    };
  }),
  'the session of an engine': lasting('sessions', ['session', 'userId'], async (server, mine) => {
    const { sessions } = server.portal;
    await signIn(server, mine.session, mine.userId);
    return async ({ session, userId }) => {
      const name = newName();
      await sessions.recordEngineSession(session, name);
      return (await sessions.ofUser(userId)).some(({ engineSession }) => engineSession === name);
    };
  }),
  'a login in the list of a person': expiring('sessions', [], 600 * MINUTE, async (server, { userId }) => {
    const { db, clock, portal } = server;
    const { session } = await portal.sessions.start();
    await signIn(server, session, userId);
    return async () => {
      await db.prepare('UPDATE sessions SET seen_at = ? WHERE session = ?').run(clock.now, session.key);
      return (await portal.sessions.ofUser(userId)).some(({ key }) => key === session.key);
    };
  }),
};
