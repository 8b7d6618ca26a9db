import type { IncomingMessage, ServerResponse } from 'node:http';
import { adminActions } from '#server/administration/admin-actions.ts';
import type { Site } from '#server/http/page/site.ts';
import { auditSearchIn } from '#server/operations/audit/search.ts';
import type { RequestEntry } from '#server/operations/log.ts';
import { log } from '#server/operations/log.ts';
import { engineStoreIn } from '#server/protocols/oidc/store.ts';
import { accountSearchIn } from '#server/storage/repositories/account-search.ts';
import { deskJobsIn } from '#server/storage/repositories/desk-jobs.ts';
import { deskSessionsIn } from '#server/storage/sessions/desk-sessions.ts';
import { DESK_SIGN_IN_PATH } from '#wire/desk/names.ts';
import { createDeskApp } from './app.ts';
import { backChannel } from './back-channel.ts';
import type { DeskDeps } from './context.ts';
import { rolesOf } from './roles.ts';
import { deskSignIn } from './sign-in.ts';

/** What the help desk needs from the server. */
export type DeskOptions = Pick<
  DeskDeps,
  'portal' | 'desk' | 'flushAudit' | 'endEngineSessions' | 'readState'
> & {
  readonly site: Pick<Site, 'deskFiles'>;
  /** Handles a request to the portal in this process. */
  readonly handlePortalRequest: (req: IncomingMessage, res: ServerResponse) => void;
  /** Called after each answer, for the log of requests. */
  readonly onAnswered?: (entry: RequestEntry) => void;
};

const MINUTE_MS = 60_000;

/** Runs jobs that continue after the call that has started them. */
function createBackgroundJobs() {
  const running = new Set<Promise<void>>();
  let isStopping = false;
  return {
    start(work: (isStopping: () => boolean) => Promise<void>): void {
      const job = work(() => isStopping).catch(log.fault);
      running.add(job);
      void job.finally(() => running.delete(job));
    },
    waitUntilDone: async (): Promise<void> => {
      await Promise.all(running);
    },
    /** Asks all jobs to stop, and waits until they have ended. */
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all(running);
    },
  };
}

/** The app of the help desk, its sessions and its background jobs. */
export function deskParts(options: DeskOptions) {
  const { portal, desk, site, handlePortalRequest, onAnswered, ...others } = options;
  const { config, now, random, storage } = portal;
  const roles = rolesOf(portal, desk);
  const sessions = deskSessionsIn(
    storage,
    { url: desk.url, idleMs: desk.idleMinutes * MINUTE_MS },
    now,
    random,
  );
  const backgroundJobs = createBackgroundJobs();
  const engine = engineStoreIn(storage, now);
  const signIn = deskSignIn({
    portal,
    desk,
    sessions,
    roles,
    postForm: backChannel(config.publicUrl, handlePortalRequest),
    async findPortalSession(userId, code) {
      const codeSession = await engine.sessionOfCode(code);
      const portalSession = (await portal.sessions.listSignedIn(userId)).find(
        ({ engineSession }) => engineSession === codeSession,
      );
      return codeSession === null ? null : (portalSession?.key ?? null);
    },
    report: (userId, result) =>
      adminActions({ portal, operator: `desk:${userId}` }).report({
        action: DESK_SIGN_IN_PATH.slice(1).replace('/', '-'),
        account: userId,
        result,
      }),
  });
  const app = createDeskApp({
    ...others,
    portal,
    desk,
    roles,
    sessions,
    signIn,
    site,
    jobs: deskJobsIn(storage, now),
    searchAccounts: accountSearchIn(storage, now),
    searchAudit: auditSearchIn(storage),
    startInBackground: backgroundJobs.start,
    ...(onAnswered && { onAnswered }),
  });
  return { app, sessions, backgroundJobs };
}
