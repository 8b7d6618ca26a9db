import { randomBytes } from 'node:crypto';
import { accountSearchIn } from '#server/storage/repositories/account-search.ts';
import { accountWordsIn } from '#server/storage/repositories/account-words.ts';
import { type AuditExportJob, deskJobsIn } from '#server/storage/repositories/desk-jobs.ts';
import { endOfSessionsIn } from '#server/storage/repositories/end-of-sessions.ts';
import { type DeskSessions, deskSessionsIn } from '#server/storage/sessions/desk-sessions.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import { DAY, expiring, lasting, MINUTE, newName, type Owned, signIn } from './kept.ts';

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

const start = async ({ portal, clock }: TestServer, sessions: DeskSessions, userId: string) => {
  const { session } = await portal.sessions.start();
  return sessions.start('', { userId, portalSession: session.key, provedAt: clock.now });
};

const noticeOf = async ({ portal: { notices }, clock }: TestServer, from: number, until: number) => {
  const put = await notices.put(
    { ko: 'ko', en: 'en', from: clock.now + from, until: clock.now + until },
    'x',
  );
  return put?.noticeId ?? '';
};

/** A session that ends after `lifetimeMs` where it may be unused for so long. */
const sessionThat = (idleMs: number, lifetimeMs: number): Owned =>
  expiring('desk_sessions', [], lifetimeMs, async (server, { userId }) => {
    const sessions = sessionsOf(server, idleMs);
    const cookie = await start(server, sessions, userId);
    return async () => (await sessions.open(cookie)) !== null;
  });

/** What the help desk keeps. */
export const DESK: Readonly<Record<string, Owned>> = {
  'a session of the desk that is not used': sessionThat(15 * MINUTE, 15 * MINUTE),
  'a session of the desk, however much it is used': sessionThat(DAY, 12 * HOUR),
  'a session of the desk, ended with the others of its person': lasting(
    'desk_sessions',
    ['userId'],
    async (server, mine) => {
      const sessions = sessionsOf(server, HOUR);
      const cookie = await start(server, sessions, mine.userId);
      return async ({ userId }) => {
        await endOfSessionsIn(server.db, server.portal.now)(userId);
        return (await sessions.open(cookie)) === null;
      };
    },
  ),
  'a session of the desk, ended with the session of the portal': lasting(
    'desk_sessions',
    ['session'],
    async (server, { session, userId }) => {
      const sessions = sessionsOf(server, HOUR);
      const { clock, portal } = server;
      const cookie = await sessions.start('', { userId, portalSession: session.key, provedAt: clock.now });
      return async (whose) => {
        await portal.sessions.end(whose.session.key);
        return (await sessions.open(cookie)) === null;
      };
    },
  ),
  'a session of the portal that is kept by work at the desk': lasting(
    'sessions',
    ['session'],
    async (server, mine) => {
      const { sessions } = server.portal;
      await signIn(server, mine.session, mine.userId);
      return async ({ session }) => {
        server.wait(50 * MINUTE);
        await sessions.restartIdleTime(session.key);
        server.wait(20 * MINUTE);
        return (await sessions.ofUser(mine.userId)).some(({ key }) => key === mine.session.key);
      };
    },
  ),
  'a job of the desk': lasting('desk_jobs', ['userId'], async ({ now, db }, mine) => {
    const jobs = deskJobsIn(db, now);
    const { jobId } = await jobs.begin<AuditExportJob>(mine.userId, EXPORT);
    return async ({ userId }) => (await jobs.find(userId, jobId, ['auditExport'])) !== null;
  }),
  'the last job of a person at the desk': lasting('desk_jobs', ['userId'], async ({ now, db }, mine) => {
    const jobs = deskJobsIn(db, now);
    const { jobId } = await jobs.begin<AuditExportJob>(mine.userId, EXPORT);
    return async ({ userId }) => (await jobs.find(userId, null, ['auditExport']))?.jobId === jobId;
  }),
  'the words that find an account': lasting('account_words', ['userId'], async ({ now, db }, mine) => {
    const words = accountWordsIn(db);
    const search = accountSearchIn(db, now);
    const none = {
      lastName: null,
      firstName: null,
      phoneNumber: null,
      internalMail: null,
      privateMail: null,
    };
    const named = (userId: string, name: string) =>
      words.write({ ...none, userId, name: { ko: name, en: name } });
    const found = async (find: string): Promise<readonly string[]> =>
      (await search({ find, status: null, after: '', limit: 10 })).map(({ userId }) => userId);
    return async ({ userId }) => {
      const word = newName();
      await named('lee', word);
      await named(userId, word);
      const both = await found(word);
      await named(userId, newName());
      return both.join() === `${mine.userId},lee` && (await found(word)).join() === 'lee';
    };
  }),
  'a notice that is shown': expiring('notices', [], MINUTE, async (server) => {
    const id = await noticeOf(server, 0, MINUTE);
    return async () => (await server.portal.notices.current()).some(({ noticeId }) => noticeId === id);
  }),
  'a notice that is not shown yet': expiring('notices', [], MINUTE, async (server) => {
    const id = await noticeOf(server, MINUTE, HOUR);
    return async () => (await server.portal.notices.current()).every(({ noticeId }) => noticeId !== id);
  }),
  'a notice in the list': expiring('notices', [], 30 * DAY + MINUTE, async (server) => {
    const id = await noticeOf(server, 0, MINUTE);
    return async () => (await server.portal.notices.all()).some(({ noticeId }) => noticeId === id);
  }),
  'a notice that goes when it is ended before its time': expiring('notices', [], MINUTE, async (server) => {
    const { notices } = server.portal;
    const id = await noticeOf(server, MINUTE, HOUR);
    return async () => {
      await notices.end(id, 'x');
      return (await notices.all()).every(({ noticeId }) => noticeId !== id);
    };
  }),
};
