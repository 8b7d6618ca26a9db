import type { Clock, RandomBytes } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { isSealed, SealedError } from '#server/storage/at-rest/sealer.ts';
import type { Storage } from '#server/storage/storage.ts';
import { sessionCookie } from './cookie.ts';

/** A request of a client service. */
type ClientRequest = readonly [clientId: string, requestId: string];

/** A session that is not in the database but encrypted in its cookie (rule 260). */
export type SealedSession = {
  /** The value of the cookie. It becomes the session id when the session is stored in the database. */
  readonly id: string;
  /** The key of challenge tokens. */
  readonly challengeKey: string;
  /** One request of each client, the newest first. */
  readonly requests: readonly ClientRequest[];
};

/** Sessions before their first call that changes something. */
export interface SealedSessions {
  /** The session of a Cookie header; null when the header has none or the session is older than 7 days. */
  open(cookieHeader: string): SealedSession | null;
  /** A new session. */
  begin(): SealedSession;
  /** The session with one more request, under a new id. */
  withRequest(session: SealedSession, clientId: string, requestId: string): SealedSession;
  /** The Set-Cookie value of a session. */
  cookieOf(session: SealedSession): string;
}

/** The encrypted content of a cookie. */
type Content = Omit<SealedSession, 'id'> & {
  /** When the cookie was written, in epoch milliseconds. Former cookies have this name, too. */
  readonly begunAt: number;
};

/** Maximum number of clients with a request in a session; the oldest requests are dropped. */
export const MAX_CLIENT_REQUESTS = 8;

/** The location for which a `Sealer` encrypts these cookies. */
const COOKIE_LOCATION = 'session cookie';
/** As long as a session in the database is stored after its last use. */
const LIFETIME_MS = 7 * 24 * 60 * 60_000;
/** Browsers accept cookies of up to 4,096 bytes, with the attributes (RFC 6265, section 6.1). */
const MAX_ID_LENGTH = 3_500;

export function sealedSessionsIn(
  { sealer }: Pick<Storage, 'sealer'>,
  { publicUrl }: Pick<ServerConfig, 'publicUrl'>,
  now: Clock,
  random: RandomBytes,
): SealedSessions {
  const cookie = sessionCookie(publicUrl);

  const contentOf = (id: string): Content | null => {
    if (!isSealed(id)) return null;
    try {
      return JSON.parse(sealer.open(COOKIE_LOCATION, id));
    } catch (error) {
      // The cookie was encrypted with an unknown key or tampered with.
      if (error instanceof SealedError) return null;
      throw error;
    }
  };

  /** Encrypts a session, without the oldest requests if the cookie would be too long. */
  const seal = (challengeKey: string, requests: readonly ClientRequest[]): SealedSession => {
    const content: Content = { challengeKey, requests, begunAt: now() };
    const id = sealer.seal(COOKIE_LOCATION, JSON.stringify(content));
    if (id.length > MAX_ID_LENGTH) return seal(challengeKey, requests.slice(0, -1));
    return { id, challengeKey, requests };
  };

  return {
    open(cookieHeader) {
      const id = cookie.read(cookieHeader);
      const content = contentOf(id);
      if (!content || now() - content.begunAt > LIFETIME_MS) return null;
      const { challengeKey, requests } = content;
      return { id, challengeKey, requests };
    },
    begin: () => seal(random(32).toString('base64url'), []),
    withRequest: ({ challengeKey, requests }, clientId, requestId) =>
      seal(
        challengeKey,
        [[clientId, requestId] as const, ...requests.filter(([client]) => client !== clientId)].slice(
          0,
          MAX_CLIENT_REQUESTS,
        ),
      ),
    cookieOf: ({ id }) => cookie.write(id),
  };
}
