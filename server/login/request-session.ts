import { parse } from 'hono/utils/cookie';
import type { SealedSession } from '#server/storage/sessions/sealed-sessions.ts';
import type { RequestOrigin, Session } from '#server/storage/sessions/sessions.ts';
import type { SessionStores } from '#server/storage/stores.ts';

/** The session of one HTTP request, and the cookies of its answer. */
export interface RequestSession {
  /**
   * Reads the stored session, which another request may have changed since it was read before. Null for a sealed
   * session, which is stored only in its cookie.
   */
  session(): Promise<Session | null>;
  /** The stored session as this request has read it last; null when the request has not read a session. */
  lastRead(): Session | null;
  /** The key of the challenge check, which does not change in a session (rule 05); null when there is no session. */
  challengeKey(): Promise<string | null>;
  /** The key of the challenge check. Starts a sealed session when there is no session (rule 260). */
  ensureChallengeKey(): Promise<string>;
  /**
   * The stored session. Stores the sealed session, or starts a session, when there is no stored session.
   * @param related further writes, in the transaction that stores the session
   */
  ensureSession(related?: (session: Session) => Promise<unknown>): Promise<Session>;
  /** Makes a request the newest request of its client in the session (rule 42). */
  recordRequest(clientId: string, requestId: string): Promise<void>;
  /**
   * The id of the newest request of a client; null when there is no request.
   * @param session the stored session, which was just read
   * @param clientId null for the newest request of all clients
   */
  requestOf(session: Session | null, clientId: string | null): Promise<string | null>;
  /** The browser and the address of the request. */
  readonly origin: RequestOrigin;
  /** The value of a cookie of the request; empty when the request does not have the cookie. */
  cookie(name: string): string;
  /** Adds Set-Cookie values to the answer. */
  addCookies(cookies: readonly string[]): void;
  /** The Set-Cookie values of the answer. */
  cookies(): readonly string[];
}

/** The caller: the session and the bearer token of the request. The token is empty when the request has no token. */
export type Caller = { readonly requestSession: RequestSession; readonly bearer: string };

/** The session of a request with this Cookie header. */
export function requestSessionOf(
  { sessions, sealedSessions, requests }: Pick<SessionStores, 'sessions' | 'sealedSessions' | 'requests'>,
  cookieHeader: string,
  origin: RequestOrigin,
): RequestSession {
  const addedCookies: string[] = [];
  let startedSession: Session | null = null;
  const readStored = sessions.readerOf(cookieHeader);
  let lastReadSession: Session | null = null;
  /** The sealed session of the request; undefined until it is needed, because most requests have a stored session. */
  let receivedSealed: SealedSession | null | undefined;
  /** The sealed session of the answer; null when the answer does not change the sealed session. */
  let renewedSealed: SealedSession | null = null;
  const currentSealed = (): SealedSession | null => {
    if (renewedSealed) return renewedSealed;
    if (receivedSealed === undefined) receivedSealed = sealedSessions.open(cookieHeader);
    return receivedSealed;
  };
  const session = async (): Promise<Session | null> => {
    const found = startedSession ?? (await readStored());
    lastReadSession = found ?? lastReadSession;
    return found;
  };
  const addCookies = (cookies: readonly string[]): void => {
    addedCookies.push(...cookies);
  };
  // The key of a sealed session does not change when the session is stored, so any of the sessions may be read.
  const challengeKey = async (): Promise<string | null> =>
    (lastReadSession ?? currentSealed() ?? (await session()))?.challengeKey ?? null;
  const ensureSealed = (): SealedSession => {
    const found = currentSealed();
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
      const sealedToStore = lastReadSession === null && startedSession === null ? currentSealed() : null;
      if (sealedToStore) {
        startedSession = await sessions.store(sealedToStore, related);
        if (startedSession) return startedSession;
      }
      // Another request of the same browser may have stored the session meanwhile.
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
      const pending = currentSealed()?.requests.find(([client]) => clientId === null || client === clientId);
      return pending?.[1] ?? null;
    },
    origin,
    cookie: (name) => parse(cookieHeader, name)[name] ?? '',
    addCookies,
    cookies: () => [...(renewedSealed ? [sealedSessions.cookieOf(renewedSealed)] : []), ...addedCookies],
  };
}
