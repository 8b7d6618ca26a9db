import { parse } from 'hono/utils/cookie';
import type { SealedSession } from '#server/storage/sessions/sealed-sessions.ts';
import type { RequestOrigin, Session } from '#server/storage/sessions/sessions.ts';
import type { SessionStores } from '#server/storage/stores.ts';

/** The session of one HTTP request, and the cookies of its answer. */
export interface RequestSession {
  /**
   * Reads the session; another request may have changed it meanwhile. Null for a sealed session, which only its
   * cookie holds.
   */
  session(): Promise<Session | null>;
  /** The session as it was read last in this request; null for none. */
  lastRead(): Session | null;
  /** The key of the challenge check, which never changes in a session (rule 05); null without a session. */
  challengeKey(): Promise<string | null>;
  /** The key of the challenge check, after starting a sealed session if there is none (rule 260). */
  ensureChallengeKey(): Promise<string>;
  /**
   * The session, stored first if necessary.
   * @param related further writes of the same transaction
   */
  ensureSession(related?: (session: Session) => Promise<unknown>): Promise<Session>;
  /** Makes a request the current one of its client (rule 42). */
  recordRequest(clientId: string, requestId: string): Promise<void>;
  /**
   * Id of the newest request of a client; of any client for null.
   * @param session as just read
   */
  requestOf(session: Session | null, clientId: string | null): Promise<string | null>;
  /** Browser and address of the request. */
  readonly origin: RequestOrigin;
  /** A cookie that the request carries; empty when it does not. */
  cookie(name: string): string;
  addCookies(cookies: readonly string[]): void;
  cookies(): readonly string[];
}

/** The caller: the session of the request, and its bearer token, which is empty when it has none. */
export type Caller = { readonly requestSession: RequestSession; readonly bearer: string };

/** The session of a request with this Cookie header. */
export function requestSessionOf(
  { sessions, sealedSessions, requests }: Pick<SessionStores, 'sessions' | 'sealedSessions' | 'requests'>,
  cookieHeader: string,
  origin: RequestOrigin,
): RequestSession {
  const outgoing: string[] = [];
  let startedSession: Session | null = null;
  const open = sessions.readerOf(cookieHeader);
  let lastReadSession: Session | null = null;
  /** The sealed session of the request; undefined until it is needed, since most requests have a stored one. */
  let receivedSealed: SealedSession | null | undefined;
  /** The sealed session of the answer, when it is another one. */
  let renewedSealed: SealedSession | null = null;
  const sealed = (): SealedSession | null => {
    if (renewedSealed) return renewedSealed;
    if (receivedSealed === undefined) receivedSealed = sealedSessions.open(cookieHeader);
    return receivedSealed;
  };
  const session = async (): Promise<Session | null> => {
    const found = startedSession ?? (await open());
    lastReadSession = found ?? lastReadSession;
    return found;
  };
  const addCookies = (cookies: readonly string[]): void => {
    outgoing.push(...cookies);
  };
  /** Storing a sealed session does not change its key. */
  const challengeKey = async (): Promise<string | null> =>
    (lastReadSession ?? sealed() ?? (await session()))?.challengeKey ?? null;
  const ensureSealed = (): SealedSession => {
    const found = sealed();
    if (found) return found;
    renewedSealed = sealedSessions.begin();
    return renewedSealed;
  };
  const start = async (): Promise<Session> => {
    const opened = await sessions.start();
    startedSession = opened.session;
    addCookies(opened.cookies);
    return opened.session;
  };
  return {
    session,
    lastRead: () => lastReadSession,
    challengeKey,
    ensureChallengeKey: async () => (await challengeKey()) ?? ensureSealed().challengeKey,
    async ensureSession(related = async () => undefined) {
      const unstored = lastReadSession === null && startedSession === null ? sealed() : null;
      if (unstored) {
        startedSession = await sessions.store(unstored, related);
        if (startedSession) return startedSession;
      }
      // Another request of the same browser may have stored it meanwhile.
      const stored = (await session()) ?? (await start());
      await related(stored);
      return stored;
    },
    async recordRequest(clientId, requestId) {
      const found = await session();
      if (found) await requests.record(found, clientId, requestId);
      else renewedSealed = sealedSessions.withRequest(ensureSealed(), clientId, requestId);
    },
    async requestOf(found, clientId) {
      if (found)
        return clientId === null ? requests.newestRequest(found) : requests.requestOf(found, clientId);
      const pending = sealed()?.requests.find(([client]) => clientId === null || client === clientId);
      return pending?.[1] ?? null;
    },
    origin,
    cookie: (name) => parse(cookieHeader, name)[name] ?? '',
    addCookies,
    cookies: () => [...(renewedSealed ? [sealedSessions.cookieOf(renewedSealed)] : []), ...outgoing],
  };
}
