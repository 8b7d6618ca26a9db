import { parse } from 'hono/utils/cookie';
import type { RequestOrigin, Session, Sessions } from '#server/storage/sessions/sessions.ts';

/** The session of one request, and the cookies that its answer has to carry. */
export interface RequestSession {
  /** The current session; another request may have changed it meanwhile. */
  session(): Promise<Session | null>;
  /** The key of the challenge check, which never changes in a session (decision 05); null where there is none. */
  challengeKey(): Promise<string | null>;
  /** The session; a new one when there is none. */
  ensureSession(): Promise<Session>;
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
  sessions: Sessions,
  cookieHeader: string,
  origin: RequestOrigin,
): RequestSession {
  const outgoing: string[] = [];
  let begun: Session | null = null;
  const open = sessions.opener(cookieHeader);
  let known: Session | null = null;
  const session = async (): Promise<Session | null> => {
    const found = begun ?? (await open());
    known = found ?? known;
    return found;
  };
  const addCookies = (cookies: readonly string[]): void => {
    outgoing.push(...cookies);
  };
  return {
    session,
    challengeKey: async () => (known ?? (await session()))?.challengeKey ?? null,
    async ensureSession() {
      const found = await session();
      if (found) return found;
      const opened = await sessions.start();
      begun = opened.session;
      addCookies(opened.cookies);
      return opened.session;
    },
    origin,
    cookie: (name) => parse(cookieHeader, name)[name] ?? '',
    addCookies,
    cookies: () => outgoing,
  };
}
