import { randomBytes } from 'node:crypto';
import { accountSearchIn } from '#server/storage/repositories/account-search.ts';
import { accountWordsIn } from '#server/storage/repositories/account-words.ts';
import { type AuditExportJob, deskJobsIn } from '#server/storage/repositories/desk-jobs.ts';
import { endOfSessionsIn } from '#server/storage/repositories/end-of-sessions.ts';
import { type DeskSessions, deskSessionsIn } from '#server/storage/sessions/desk-sessions.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import { DAY, expiringEntry, MINUTE, newName, type OwnedEntry, permanentEntry, signIn } from './entries.ts';

const EXPORT: Omit<AuditExportJob, 'jobId'> = {
  kind: 'auditExport',
  state: 'running',
  format: 'csv',
  filter: {},
  after: null,
  linesBefore: 0,
  lines: 0,
};

const HOUR = 60 * MINUTE;

const sessionsOf = ({ db, portal: { now } }: TestServer, idleMs: number) =>
  deskSessionsIn(db, { url: 'http://localhost:8082', idleMs }, now, randomBytes);

const startSession = async ({ portal, clock }: TestServer, sessions: DeskSessions, userId: string) => {
  const { session } = await portal.sessions.start();
  return sessions.start('', { userId, portalSession: session.key, provedAt: clock.now });
};

/** Adds a notice that is shown between two times, in milliseconds from now; returns its ID. */
const addNotice = async ({ portal: { notices }, clock }: TestServer, from: number, until: number) => {
  const notice = await notices.put(
    { ko: 'ko', en: 'en', from: clock.now + from, until: clock.now + until },
    'x',
  );
  return notice?.noticeId ?? '';
};

/** A session of the desk that may be unused for `idleMs`, and ends after `lifetimeMs`. */
const deskSession = (idleMs: number, lifetimeMs: number): OwnedEntry =>
  expiringEntry('desk_sessions', [], lifetimeMs, async (server, { userId }) => {
    const sessions = sessionsOf(server, idleMs);
    const cookie = await startSession(server, sessions, userId);
    return async () => (await sessions.open(cookie)) !== null;
  });

/** The entries of the help desk. */
export const DESK: Readonly<Record<string, OwnedEntry>> = {
  'an idle session of the desk': deskSession(15 * MINUTE, 15 * MINUTE),
  'a session of the desk at its maximum lifetime': deskSession(DAY, 12 * HOUR),
  'a session of the desk that ends with all sessions of its person': permanentEntry(
    'desk_sessions',
    ['userId'],
    async (server, owner) => {
      const sessions = sessionsOf(server, HOUR);
      const cookie = await startSession(server, sessions, owner.userId);
      return async ({ userId }) => {
        await endOfSessionsIn(server.db, server.portal.now)(userId);
        return (await sessions.open(cookie)) === null;
      };
    },
  ),
  'a session of the desk that ends with the session of the portal': permanentEntry(
    'desk_sessions',
    ['session'],
    async (server, { session, userId }) => {
      const sessions = sessionsOf(server, HOUR);
      const { clock, portal } = server;
      const cookie = await sessions.start('', { userId, portalSession: session.key, provedAt: clock.now });
      return async (caller) => {
        await portal.sessions.end(caller.session.key);
        return (await sessions.open(cookie)) === null;
      };
    },
  ),
  'a session of the portal that is extended by work at the desk': permanentEntry(
    'sessions',
    ['session'],
    async (server, owner) => {
      const { sessions } = server.portal;
      await signIn(server, owner.session, owner.userId);
      return async ({ session }) => {
        server.wait(50 * MINUTE);
        await sessions.restartIdleTime(session.key);
        server.wait(20 * MINUTE);
        return (await sessions.listSignedIn(owner.userId)).some(({ key }) => key === owner.session.key);
      };
    },
  ),
  'a job of the desk': permanentEntry('desk_jobs', ['userId'], async ({ now, db }, owner) => {
    const jobs = deskJobsIn(db, now);
    const { jobId } = await jobs.begin<AuditExportJob>(owner.userId, EXPORT);
    return async ({ userId }) => (await jobs.find(userId, jobId, ['auditExport'])) !== null;
  }),
  'the last job of a person at the desk': permanentEntry(
    'desk_jobs',
    ['userId'],
    async ({ now, db }, owner) => {
      const jobs = deskJobsIn(db, now);
      const { jobId } = await jobs.begin<AuditExportJob>(owner.userId, EXPORT);
      return async ({ userId }) => (await jobs.find(userId, null, ['auditExport']))?.jobId === jobId;
    },
  ),
  'the search words of an account': permanentEntry(
    'account_words',
    ['userId'],
    async ({ now, db }, owner) => {
      const words = accountWordsIn(db);
      const search = accountSearchIn(db, now);
      const emptyFields = {
        lastName: null,
        firstName: null,
        phoneNumber: null,
        internalMail: null,
        privateMail: null,
      };
      const setName = (userId: string, name: string) =>
        words.write({ ...emptyFields, userId, name: { ko: name, en: name } });
      const findUserIds = async (find: string): Promise<readonly string[]> =>
        (await search({ wordStart: find, status: null, after: '', limit: 10 })).map(({ userId }) => userId);
      return async ({ userId }) => {
        const word = newName();
        await setName('lee', word);
        await setName(userId, word);
        const foundUserIds = await findUserIds(word);
        await setName(userId, newName());
        return foundUserIds.join() === `${owner.userId},lee` && (await findUserIds(word)).join() === 'lee';
      };
    },
  ),
  'a notice that is shown': expiringEntry('notices', [], MINUTE, async (server) => {
    const id = await addNotice(server, 0, MINUTE);
    return async () => (await server.portal.notices.current()).some(({ noticeId }) => noticeId === id);
  }),
  'a notice that is not shown yet': expiringEntry('notices', [], MINUTE, async (server) => {
    const id = await addNotice(server, MINUTE, HOUR);
    return async () => (await server.portal.notices.current()).every(({ noticeId }) => noticeId !== id);
  }),
  'a notice in the list': expiringEntry('notices', [], 30 * DAY + MINUTE, async (server) => {
    const id = await addNotice(server, 0, MINUTE);
    return async () => (await server.portal.notices.all()).some(({ noticeId }) => noticeId === id);
  }),
  'a notice that is ended before it is shown': expiringEntry('notices', [], MINUTE, async (server) => {
    const { notices } = server.portal;
    const id = await addNotice(server, MINUTE, HOUR);
    return async () => {
      await notices.end(id, 'x');
      return (await notices.all()).every(({ noticeId }) => noticeId !== id);
    };
  }),
};
