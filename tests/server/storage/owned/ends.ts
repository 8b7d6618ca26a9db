import { endOfSessionsIn } from '#server/storage/repositories/end-of-sessions.ts';
import { akHashOf } from '#server/storage/repositories/password-links.ts';
import { hexHashOf } from '#server/storage/sessions/access-tokens.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import {
  ALL,
  changeOf,
  DAY,
  drawn,
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
      {
        table: 'pushes',
        owners: [],
        lifetimeMs: MINUTE,
        async keep(server, mine) {
          const pushId = await waitingPush(server, mine);
          return async () => {
            await withdraw(server, mine, pushId);
            return (await stateOf(server, mine, pushId)) === 'withdrawn';
          };
        },
      },
    ]),
  ),
  'an approved push before a new one': {
    table: 'pushes',
    owners: ['session', 'userId'],
    async keep(server, mine) {
      const pushId = await waitingPush(server, mine);
      await server.portal.pushes.answer(pushId, 'approved');
      return async (whose) => {
        await server.portal.pushes.withdraw(await waitingPush(server, whose));
        return (await stateOf(server, mine, pushId)) === 'superseded';
      };
    },
  },
  'a push that waits before a new one': {
    table: 'pushes',
    owners: [],
    lifetimeMs: MINUTE,
    async keep(server, mine) {
      const pushId = await waitingPush(server, mine);
      return async () => {
        await waitingPush(server, mine);
        return (await stateOf(server, mine, pushId)) === 'superseded';
      };
    },
  },
  'how many pushes wait': {
    table: 'pushes',
    owners: [],
    lifetimeMs: MINUTE,
    async keep(server, mine) {
      const { pushes } = server.portal;
      await waitingPush(server, mine);
      return async () => (await pushes.countWaiting()) > 0;
    },
  },
  'a push that is not refused yet': {
    table: 'pushes',
    owners: [],
    lifetimeMs: MINUTE,
    async keep(server, mine) {
      const { clock, portal } = server;
      const since = clock.now - 1;
      await waitingPush(server, mine);
      return async () => (await portal.pushes.refusalsSince(since, mine.userId, null)).length === 0;
    },
  },
  'a push that was refused lately': {
    table: 'pushes',
    owners: ['userId'],
    lifetimeMs: MINUTE,
    async keep(server, mine) {
      const { clock, portal } = server;
      await portal.pushes.answer(await waitingPush(server, mine), 'denied');
      return async ({ userId }) =>
        (await portal.pushes.refusalsSince(clock.now - MINUTE, userId, null)).length > 0;
    },
  },
  'what stands behind the screen of a push': {
    table: 'pushes',
    owners: ALL,
    async keep({ portal, ...server }, mine) {
      const pushId = await waitingPush({ portal, ...server }, mine);
      return async ({ session, clientId, userId }) => {
        await portal.proofs.recordPolicyCheck(session, clientId, userId, 'policy');
        return (await portal.pushes.poll(mine.session, pushId))?.proven === 'policy';
      };
    },
  },
  'what stands behind the screen of a push for so long': {
    table: 'pushes',
    owners: [],
    lifetimeMs: 600 * MINUTE + 1,
    async keep(server, mine) {
      const { proofs, pushes } = server.portal;
      const pushId = await waitingPush(server, mine);
      await proofs.recordPolicyCheck(mine.session, mine.clientId, mine.userId, 'policy');
      return async () => (await pushes.poll(mine.session, pushId))?.proven === 'policy';
    },
  },
  'a QR code whose decision is told again': {
    table: 'qr_logins',
    owners: [],
    lifetimeMs: 10 * SECOND,
    async keep(server, mine) {
      const qrId = await drawn(server, mine);
      await server.portal.qrLogins.discloseApprover(qrId);
      return () => server.portal.qrLogins.discloseApprover(qrId);
    },
  },
  'what waits for the app before a new one': {
    table: 'pushes',
    owners: ['userId'],
    async keep(server, mine) {
      const { qrLogins, registrations, devices } = server.portal;
      await devices.mobileApps.replace(mine.userId, phoneOf());
      const pushId = await waitingPush(server, mine);
      const approved = await drawn(server, mine);
      await qrLogins.decide(approved, 'approved', mine.userId);
      const own = await qrLogins.draw({ ...mine, step: 2, browser: '' });
      return async ({ userId }) => {
        await registrations.placeApp(userId, phoneOf(), null, async () => undefined);
        const left = [
          await qrLogins.find(mine.session, approved),
          await qrLogins.find(mine.session, own.qrId),
        ];
        return left.every((one) => one === null) && (await stateOf(server, mine, pushId)) === 'withdrawn';
      };
    },
  },
  'a password link at the end of sessions': {
    table: 'password_links',
    owners: ['userId'],
    lifetimeMs: DAY,
    async keep({ db, portal: { passwordLinks, now } }, mine) {
      const link = await passwordLinks.issue({ ...mine, kind: 'change' }, DAY, 99);
      return async ({ userId }) => {
        await endOfSessionsIn(db, now)(userId);
        return (await passwordLinks.find(link?.ak ?? '', mine.userId, mine.clientId)).state === 'used';
      };
    },
  },
  'the link of an app at the end of sessions': {
    table: 'provision_links',
    owners: [],
    lifetimeMs: 5 * MINUTE,
    async keep({ db, portal: { provisionLinks, now } }, mine) {
      const ak = await provisionLinks.issue(mine.userId);
      return async () => {
        await endOfSessionsIn(db, now)(mine.userId);
        const usedAt = await db
          .prepare('SELECT count(*) AS n FROM provision_links WHERE user_id = $user AND used_at = $now')
          .get({ $user: mine.userId, $now: now() });
        return (await provisionLinks.find(ak)).state === 'used' && Number(usedAt?.['n']) > 0;
      };
    },
  },
  'a link that saves a password': {
    table: 'password_links',
    owners: [],
    lifetimeMs: 10 * MINUTE,
    async keep(server, mine) {
      const { passwordChanges, passwordLinks } = server.portal;
      const link = await passwordLinks.issue({ ...mine, kind: 'change' }, 10 * MINUTE, 99);
      const change = { ...(await changeOf(server, mine)), akHash: akHashOf(link?.ak ?? '') };
      return async () => (await passwordChanges.save(change)) === 'saved';
    },
  },
  'an identity check that saves a password': {
    table: 'password_saves',
    owners: ['session'],
    lifetimeMs: 30 * MINUTE,
    async keep(server, mine) {
      const { identityTokens, passwordChanges } = server.portal;
      const token = await identityTokens.issue(mine.session, {
        ...mine,
        basis: 'password',
        identityMethod: null,
      });
      const change = { ...(await changeOf(server, mine)), tokenHash: hexHashOf(token) };
      return async ({ session }) => (await passwordChanges.save({ ...change, session })) === 'saved';
    },
  },
  'a mark and a token of the same ID': {
    table: 'marks',
    owners: ['userId'],
    async keep({ portal: { identityTokens, marks } }, mine) {
      return async ({ userId }) => {
        await marks.make(mine.session, mine, 'password', 'x');
        const token = await identityTokens.issue(mine.session, {
          ...mine,
          basis: 'password',
          identityMethod: null,
        });
        await marks.keepOnly(mine.session, userId);
        const left = [
          await marks.find(mine.session, mine, 'password'),
          await identityTokens.find(mine.session, token),
        ];
        return left.every((one) => one !== null);
      };
    },
  },
  'the id of a session that has risen': {
    table: 'session_ids',
    owners: [],
    lifetimeMs: 10 * SECOND,
    async keep({ portal: { sessions } }) {
      const { session, cookies } = await sessions.start();
      await sessions.rotateId(session);
      return async () => (await sessions.open(String(cookies[0]).split(';')[0] ?? ''))?.key === session.key;
    },
  },
  'the rise of a session': {
    table: 'session_ids',
    owners: [],
    async keep({ portal: { sessions } }) {
      const { session } = await sessions.start();
      return async () => (await sessions.rotateId(session)).length > 0;
    },
  },
  'a session of a cookie that is stored a second time': {
    table: 'sessions',
    owners: [],
    async keep({ portal: { sealedSessions, sessions } }, { session }) {
      return async () => {
        const sealed = sealedSessions.begin();
        const stored = await sessions.store(sealed);
        const again = await sessions.store(sealed);
        const risen = [await sessions.rotateId(session), stored ? await sessions.rotateId(stored) : []];
        return again === null && risen.every(({ length }) => length === 1);
      };
    },
  },
  'a visit after an hour': {
    table: 'sessions',
    owners: [],
    async keep(server, { userId }) {
      const { sessions } = server.portal;
      const { session, cookies } = await sessions.start();
      await signIn(server, session, userId);
      return async () => {
        server.wait(61 * MINUTE);
        await sessions.open(String(cookies[0]).split(';')[0] ?? '');
        return (await sessions.login(session)) === null;
      };
    },
  },
  'the end of a session': {
    table: 'sessions',
    owners: ['session'],
    async keep(server, mine) {
      const { requests, sessions } = server.portal;
      await signIn(server, mine.session, mine.userId);
      await requests.record(mine.session, mine.clientId, newName());
      return async ({ session }) => {
        await sessions.signOut(session, 'drop');
        const left = [await sessions.login(mine.session), await requests.of(mine.session, mine.clientId)];
        return left.every((one) => one === null);
      };
    },
  },
  'the session of an engine': {
    table: 'sessions',
    owners: ['session', 'userId'],
    async keep(server, mine) {
      const { sessions } = server.portal;
      await signIn(server, mine.session, mine.userId);
      return async ({ session, userId }) => {
        const name = newName();
        await sessions.recordEngineSession(session, name);
        return (await sessions.ofUser(userId)).some(({ engineSession }) => engineSession === name);
      };
    },
  },
  'a login in the list of a person': {
    table: 'sessions',
    owners: [],
    lifetimeMs: 600 * MINUTE,
    async keep(server, { userId }) {
      const { db, clock, portal } = server;
      const { session } = await portal.sessions.start();
      await signIn(server, session, userId);
      return async () => {
        await db.prepare('UPDATE sessions SET seen_at = ? WHERE session = ?').run(clock.now, session.key);
        return (await portal.sessions.ofUser(userId)).some(({ key }) => key === session.key);
      };
    },
  },
};
