import { parse } from 'hono/utils/cookie';
import type { SealedSession } from '#server/storage/sessions/sealed-sessions.ts';
import type { RequestOrigin, Session } from '#server/storage/sessions/sessions.ts';
import type { SessionStores } from '#server/storage/stores.ts';

/** The session of one request, and the cookies that its answer has to carry. */
export interface RequestSession {
  /** The current session; another request may have changed it meanwhile. Null while its cookie alone holds it. */
  session(): Promise<Session | null>;
  /** The session as it was read last in this request; null for none. */
  lastRead(): Session | null;
  /** The key of the challenge check, which never changes in a session (decision 05); null where there is none. */
  challengeKey(): Promise<string | null>;
  /** The same; a session in a cookie is begun when there is none (decision 260). */
  ensureChallengeKey(): Promise<string>;
  /**
   * The session; it is stored when it is not yet.
   * @param related what is stored in the same transaction
   */
  ensureSession(related?: (session: Session) => Promise<unknown>): Promise<Session>;
  /** Makes a request the current one of its client (decision 42). */
  recordRequest(clientId: string, requestId: string): Promise<void>;
  /**
   * Id of the newest request of a client, or of all.
   * @param session as it was just read
   */
  requestOf(session: Session | null, clientId: string | null): Promise<string | null>;
  /** Browser and address of the request. */
  readonly origin: RequestOrigin;
  /** A cookie that the request carries; empty when it does not. */
  cookie(name: string): string;
  addCookies(cookies: readonly string[]): void;
  cookies(): readonly string[];
}

/** Who makes a call: the session of the request, and its bearer token, which is empty when it has none. */
export type Caller = { readonly requestSession: RequestSession; readonly bearer: string };

/** The session of a request with this Cookie header. */
export function requestSessionOf(
  { sessions, sealedSessions, requests }: Pick<SessionStores, 'sessions' | 'sealedSessions' | 'requests'>,
  cookieHeader: string,
  origin: RequestOrigin,
): RequestSession {
  const outgoing: string[] = [];
  let begun: Session | null = null;
  const open = sessions.opener(cookieHeader);
  let known: Session | null = null;
  const received = sealedSessions.open(cookieHeader);
  let sealed = received;
  const session = async (): Promise<Session | null> => {
    const found = begun ?? (await open());
    known = found ?? known;
    return found;
  };
  const addCookies = (cookies: readonly string[]): void => {
    outgoing.push(...cookies);
  };
  /** A session that was stored has the key that its cookie held. */
  const challengeKey = async (): Promise<string | null> =>
    (known ?? sealed ?? (await session()))?.challengeKey ?? null;
  const sealedNow = (): SealedSession => {
    sealed ??= sealedSessions.begin();
    return sealed;
  };
  const start = async (): Promise<Session> => {
    const opened = await sessions.start();
    begun = opened.session;
    addCookies(opened.cookies);
    return opened.session;
  };
  return {
    session,
    lastRead: () => known,
    challengeKey,
    ensureChallengeKey: async () => (await challengeKey()) ?? sealedNow().challengeKey,
    async ensureSession(related = async () => undefined) {
      if (sealed && known === null && begun === null) {
        begun = await sessions.store(sealed, related);
        if (begun) return begun;
      }
      // Another request of the same browser may have been quicker to store it.
      const stored = (await session()) ?? (await start());
      await related(stored);
      return stored;
    },
    async recordRequest(clientId, requestId) {
      const found = await session();
      if (found) await requests.record(found, clientId, requestId);
      else sealed = sealedSessions.withRequest(sealedNow(), clientId, requestId);
    },
    async requestOf(found, clientId) {
      if (found) return clientId === null ? requests.current(found) : requests.of(found, clientId);
      const waiting = sealed?.requests.find(([client]) => clientId === null || client === clientId);
      return waiting?.[1] ?? null;
    },
    origin,
    cookie: (name) => parse(cookieHeader, name)[name] ?? '',
    addCookies,
    cookies: () => [...(sealed && sealed !== received ? [sealedSessions.cookieOf(sealed)] : []), ...outgoing],
  };
}
