import { createHash } from 'node:crypto';
import type { Clock, RandomBytes } from '#server/config/deps.ts';
import type { MethodKey } from '#server/config/policy.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { sessionCookie } from './cookie.ts';
import { type ProvenMethods, provenMethodsFrom, timesText } from './proven-methods.ts';
import type { SealedSession } from './sealed-sessions.ts';

/** A session of the portal in the database. */
export type Session = {
  /** Identifies the session in the database; it never changes, unlike the session id. */
  readonly key: number;
  /** The key of challenge tokens, which never changes during a session (rule 05). */
  readonly challengeKey: string;
  /**
   * Whether the id of the request was replaced less than 10 s ago. It still opens the session, but without the proofs
   * that were made after the replacement.
   */
  readonly isRetired: boolean;
  /** Hash of the session id in the cookie of the request. */
  readonly idHash: Uint8Array;
};

/** The login of a session (rule 156). */
export type Login = ProvenMethods & {
  readonly userId: string;
  /** How many steps the login had. With two, the last of `methods` is the method of the second step. */
  readonly steps: 1 | 2;
  /** When the person signed in, in epoch milliseconds. */
  readonly at: number;
};

/** The browser (its name) and the IP address of a request. */
export type RequestOrigin = { readonly browser: string; readonly address: string };

/** A session in which a person is signed in, as an entry of the list of the person's sessions. */
export type PersonSession = RequestOrigin & {
  readonly key: number;
  /** A random name of the session for lists; it is not the secret session id of the cookie. */
  readonly sessionId: string;
  /** When the person signed in, in epoch milliseconds. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
  /** Name of the OpenID engine's session that depends on this session; null when there is none. */
  readonly engineSession: string | null;
};

/** A new session id: its hash, and the Set-Cookie values that give it to the browser. */
export type SessionId = { readonly idHash: Uint8Array; readonly cookies: readonly string[] };

/** A new session, and the Set-Cookie values that give its id to the browser. */
export type OpenedSession = { readonly session: Session; readonly cookies: readonly string[] };

/** A session with its login. */
export type SignedInSession = { readonly session: Session; readonly login: Login };

export interface Sessions {
  /**
   * The session of a Cookie header; null when the header has no valid session id. Drops the proofs of an idle session.
   */
  open(cookieHeader: string): Promise<Session | null>;
  /** Returns a function that opens the session of a Cookie header, in its current state at each call. */
  readerOf(cookieHeader: string): () => Promise<Session | null>;
  /** Stores a new session. */
  start(): Promise<OpenedSession>;
  /**
   * Stores a sealed session under the id of its cookie; null when a session has or had this id.
   * @param related stores further rows in the same transaction
   */
  store(sealed: SealedSession, related?: (session: Session) => Promise<unknown>): Promise<Session | null>;
  /**
   * Replaces the session id after a proof, against session fixation. Returns the Set-Cookie values: none when the id is
   * retired, or when a concurrent call has replaced it.
   */
  rotateId(session: Session, next?: SessionId): Promise<readonly string[]>;
  /** A new session id for `rotateId`. */
  newId(): SessionId;
  /** The login of a session; null when nobody is signed in or the session id is retired. */
  findLogin(session: Session): Promise<Login | null>;
  /** The session of a Cookie header with its login, in one statement; null when nobody is signed in. */
  openSignedIn(cookieHeader: string): Promise<SignedInSession | null>;
  /** Records that a person has signed in in a session. */
  recordLogin(session: Session, login: Login, origin?: RequestOrigin): Promise<void>;
  /** Records the name of the OpenID engine's session that depends on this session. */
  recordEngineSession(session: Session, name: string): Promise<void>;
  /** The sessions in which a person is signed in, the newest login first. */
  listSignedIn(userId: string): Promise<readonly PersonSession[]>;
  /** Restarts the idle time of a session during work at the help desk. */
  restartIdleTime(key: number): Promise<void>;
  /** Drops the proofs and the login of a session, and ends the session of the help desk that depends on it. */
  end(key: number): Promise<void>;
  /**
   * Ends the other sessions of a person whose login used one of these methods.
   * @returns the names of the OpenID engine's sessions that depended on the ended sessions
   */
  endOthers(
    userId: string,
    session: Session,
    usesMethods: (methods: readonly MethodKey[]) => boolean,
  ): Promise<readonly string[]>;
  /**
   * Drops the proofs and logins of sessions that a sign-in in another browser replaces. To be called in the
   * transaction of that sign-in.
   */
  endReplaced(sessions: readonly Pick<PersonSession, 'key'>[]): Promise<void>;
  /** Whether the last login of a session was ended by a sign-in in another browser. */
  isReplaced(session: Session): Promise<boolean>;
  /**
   * Drops the request of a client in a session, with the proofs and unfinished steps of its sign-in. The login of the
   * session stays. To be called in a transaction.
   */
  endSignIn(session: Session, clientId: string): Promise<void>;
  /**
   * Drops the proofs, the login and, with `drop`, the requests; replaces the session id. Returns the Set-Cookie values.
   */
  signOut(session: Session, requests: 'keep' | 'drop'): Promise<readonly string[]>;
}

/** Session keys have 6 bytes, so that they are safe integers of JavaScript. */
const KEY_BYTES = 6;
/** How long a session id is valid after its replacement, for requests that the browser had sent before. */
const RETIRED_ID_VALID_MS = 10_000;
/**
 * Precision of the stored last-seen time, so that a poll does not always write to the database. An idle session may end
 * earlier by as much, but never later. With a short idle time, the precision is a fraction of the idle time.
 */
const SEEN_PRECISION_MS = 30_000;
const SEEN_PRECISION_FRACTION = 1 / 60;

const lifetimesOf = ({ idleMinutes }: ServerConfig['session']) => {
  const idleMs = idleMinutes * 60_000;
  return { idleMs, seenPrecisionMs: Math.min(SEEN_PRECISION_MS, idleMs * SEEN_PRECISION_FRACTION) };
};

/** How many milliseconds a session lasts at least after a request. */
export function minLifetimeMs(session: ServerConfig['session']): number {
  const { idleMs, seenPrecisionMs } = lifetimesOf(session);
  return idleMs - seenPrecisionMs;
}

type LoginColumn =
  | 'login_user'
  | 'login_methods'
  | 'login_at'
  | 'public_id'
  | 'login_browser'
  | 'login_address';

/** The row of a session in which a person is signed in. All login columns are written together, so none is null. */
type SignedInRow = TableRow<'sessions'> & {
  readonly [Column in LoginColumn]: NonNullable<TableRow<'sessions'>[Column]>;
};

const LOGIN_COLUMNS = 'login_user, login_methods, login_method_times, login_steps, login_at';

/** Whether a person is signed in to the session of a row. */
const isSignedIn = (row: TableRow<'sessions'>): row is SignedInRow => row.login_user !== null;

const UNKNOWN_ORIGIN: RequestOrigin = { browser: '', address: '' };

/** The hash of a session id, as the database stores it. */
export const sessionIdHash = (id: string): Buffer => createHash('sha256').update(id).digest();

/** Portal sessions. Ids are stored as hashes, so that a copy of the database gives access to no session. */
export function sessionsIn(
  db: Storage,
  config: Pick<ServerConfig, 'publicUrl' | 'session'>,
  now: Clock,
  random: RandomBytes,
): Sessions {
  const cookie = sessionCookie(config.publicUrl);
  const { idleMs, seenPrecisionMs } = lifetimesOf(config.session);
  const absoluteMs = config.session.absoluteMinutes * 60_000;

  const sealedChallengeKeys = sealedColumn(db, 'sessions', 'challenge_key');
  const byId = db.prepare<TableRow<'sessions'> & TableRow<'session_ids'>>(`
    SELECT session, challenge_key, seen_at, retired_at, ${LOGIN_COLUMNS} FROM session_ids JOIN sessions USING (session)
    WHERE id_hash = ? AND (retired_at IS NULL OR retired_at > ?)`);
  const updateSeenAt = db.prepare('UPDATE sessions SET seen_at = ? WHERE session = ? AND seen_at = ?');
  const restartIdleTime = db.prepare('UPDATE sessions SET seen_at = ? WHERE session = ? AND seen_at <= ?');
  const insert = db.prepare(insertInto('sessions', ['session', 'challenge_key', 'seen_at']));
  const insertId = db.prepare(
    `${insertInto('session_ids', ['id_hash', 'session'])} ON CONFLICT (id_hash) DO NOTHING`,
  );
  const sealedRequestIds = sealedColumn(db, 'session_requests', 'request_id');
  const insertRequest = db.prepare(
    insertInto('session_requests', ['session', 'client_id', 'request_id', 'sequence']),
  );
  const remove = db.prepare('DELETE FROM sessions WHERE session = ?');
  const retireIds = db.prepare(
    'UPDATE session_ids SET retired_at = ? WHERE session = ? AND retired_at IS NULL AND id_hash <> ?',
  );
  /** Inserts nothing when the current id is retired. */
  const insertNextId = db.prepare(`
    INSERT INTO session_ids (id_hash, session)
    SELECT ?, session FROM session_ids WHERE id_hash = ? AND retired_at IS NULL`);
  const loginOf = db.prepare<SignedInRow>(
    `SELECT ${LOGIN_COLUMNS} FROM sessions WHERE session = ? AND login_user IS NOT NULL`,
  );
  const setLogin = db.prepare(`
    UPDATE sessions SET login_user = ?, login_methods = ?, login_method_times = ?, login_steps = ?, login_at = ?,
      public_id = ?, login_browser = ?, login_address = ?, replaced_at = NULL
    WHERE session = ?`);
  const setReplaced = db.prepare('UPDATE sessions SET replaced_at = ? WHERE session = ?');
  const replacedAt = db.prepare<TableRow<'sessions'>>(
    'SELECT replaced_at FROM sessions WHERE session = ? AND replaced_at IS NOT NULL',
  );
  const dropLogin = db.prepare(`
    UPDATE sessions SET login_user = NULL, login_methods = NULL, login_method_times = NULL, login_steps = NULL,
      login_at = NULL, replaced_at = NULL
    WHERE session = ?`);
  const setEngineSession = db.prepare(`
    UPDATE sessions SET engine_session = $name
    WHERE session = $session AND (engine_session IS NULL OR engine_session <> $name)`);
  const byUser = db.prepare<SignedInRow>(`
    SELECT session, public_id, login_browser, login_address, login_methods, login_at, seen_at, engine_session
    FROM sessions
    WHERE login_user = ? AND login_at > ? AND seen_at > ? ORDER BY login_at DESC, session`);
  const dropProofs = db.prepare('DELETE FROM proofs WHERE session = ?');
  const dropTokens = db.prepare('DELETE FROM access_tokens WHERE session = ?');
  const dropPassedChecks = db.prepare('DELETE FROM passed_checks WHERE session = ?');
  const dropIdentityTokens = db.prepare('DELETE FROM identity_tokens WHERE session = ?');
  const dropSentCodes = db.prepare('DELETE FROM sent_codes WHERE session = ?');
  const dropQrLogins = db.prepare('DELETE FROM qr_logins WHERE session = ?');
  const withdrawPushes = db.prepare(
    `UPDATE pushes SET state = 'withdrawn' WHERE session = ? AND state IN ('pending', 'approved')
      AND (state = 'approved' OR expires_at > ?)`,
  );
  const dropDeskSessions = db.prepare('DELETE FROM desk_sessions WHERE session = ?');
  const dropScreen = db.prepare('DELETE FROM screens WHERE session = ?');
  const dropRequests = db.prepare('DELETE FROM session_requests WHERE session = ?');

  /** Statements that drop the data of a sign-in at one client. */
  const signInDrops = [
    'DELETE FROM proofs WHERE session = ? AND client_id = ?',
    'DELETE FROM access_tokens WHERE session = ? AND client_id = ?',
    'DELETE FROM held_logins WHERE session = ? AND client_id = ?',
    'DELETE FROM sent_codes WHERE session = ? AND client_id = ?',
    'DELETE FROM passkey_challenges WHERE session = ? AND client_id = ?',
    'DELETE FROM qr_logins WHERE session = ? AND (client_id IS NULL OR client_id = ?)',
    "UPDATE pushes SET state = 'withdrawn' WHERE session = ? AND client_id = ? AND state IN ('pending', 'approved')",
    'DELETE FROM session_requests WHERE session = ? AND client_id = ?',
  ].map((statement) => db.prepare(statement));

  const newSecret = (): string => random(32).toString('base64url');

  /**
   * A random key: unlike a generated one, it is known before the insert, so one statement writes all rows of a session.
   */
  const newKey = (): number => random(KEY_BYTES).readUIntBE(0, KEY_BYTES);

  const newId = (): SessionId => {
    const id = newSecret();
    return { idHash: sessionIdHash(id), cookies: [cookie.write(id)] };
  };

  /** Replaces a session id. To be called in a transaction: of two concurrent calls, only one replaces the id. */
  const replaceId = async ({ key, idHash }: Session, next: SessionId): Promise<readonly string[]> => {
    const [{ changes }] = await db.gather(() => [
      insertNextId.run(next.idHash, idHash),
      retireIds.run(now(), key, next.idHash),
    ]);
    return changes > 0 ? next.cookies : [];
  };

  /** Updates the last-seen time. Of concurrent requests to an idle session, only the first drops its proofs. */
  const updateLastSeen = (key: number, seenAt: number): Promise<void> =>
    db.commitTogether(async () => {
      const { changes } = await updateSeenAt.run(now(), key, seenAt);
      if (changes > 0 && now() - seenAt > idleMs) await dropAllProofs(key);
    });

  /** Drops the login, the proofs, and all tokens, codes and pushes of a session. */
  const dropAllProofs = async (key: number): Promise<void> => {
    await dropLogin.run(key);
    await dropProofs.run(key);
    await dropTokens.run(key);
    await dropPassedChecks.run(key);
    await dropIdentityTokens.run(key);
    await dropSentCodes.run(key);
    await dropQrLogins.run(key);
    await dropScreen.run(key);
    await dropDeskSessions.run(key);
    await withdrawPushes.run(key, now());
  };

  const signedInRows = (userId: string) => byUser.all(userId, now() - absoluteMs, now() - idleMs);

  /** The login of a row; null when the login is older than the maximum duration. */
  const loginFrom = (row: SignedInRow): Login | null =>
    now() - row.login_at > absoluteMs
      ? null
      : {
          userId: row.login_user,
          ...provenMethodsFrom(row.login_methods, row.login_method_times, row.login_at),
          steps: row.login_steps === 2 ? 2 : 1,
          at: row.login_at,
        };

  /** Returns a function that reads the session of a Cookie header with its row, and updates its last-seen time. */
  const rowReaderOf = (cookieHeader: string) => {
    const id = cookie.read(cookieHeader);
    if (id === '') return async () => null;
    const idHash = sessionIdHash(id);
    /** The last encrypted challenge key, and the decrypted one. */
    let cached = { stored: '', challengeKey: '' };
    return async () => {
      const row = await byId.get(idHash, now() - RETIRED_ID_VALID_MS);
      if (!row) return null;
      const key = row.session;
      const seenAt = row.seen_at;
      const isRetired = row.retired_at !== null;
      if (!isRetired && now() - seenAt >= seenPrecisionMs) await updateLastSeen(key, seenAt);
      const stored = row.challenge_key;
      const session: Session = {
        key,
        get challengeKey() {
          if (stored !== cached.stored) cached = { stored, challengeKey: sealedChallengeKeys.open(stored) };
          return cached.challengeKey;
        },
        isRetired,
        idHash,
      };
      return { session, row };
    };
  };

  const readerOf = (cookieHeader: string): (() => Promise<Session | null>) => {
    const read = rowReaderOf(cookieHeader);
    return async () => (await read())?.session ?? null;
  };

  /** Stores a session with related rows in one statement; also returns whether the id was unused. */
  const insertUnder = async (
    idHash: Uint8Array,
    challengeKey: string,
    related: (session: Session) => readonly unknown[] = () => [],
  ): Promise<readonly [Session, boolean]> => {
    const session: Session = { key: newKey(), challengeKey, isRetired: false, idHash };
    const [, { changes }] = await db.gather(() => [
      insert.run(session.key, sealedChallengeKeys.seal(challengeKey), now()),
      insertId.run(idHash, session.key),
      ...related(session),
    ]);
    return [session, changes > 0];
  };

  return {
    open: (cookieHeader) => readerOf(cookieHeader)(),
    readerOf,
    async start() {
      const { idHash, cookies } = newId();
      const [session] = await insertUnder(idHash, newSecret());
      return { session, cookies };
    },
    async store({ id, challengeKey, requests }, related) {
      const [session, isNew] = await insertUnder(sessionIdHash(id), challengeKey, (stored) => [
        ...requests.map(([clientId, requestId], index) =>
          insertRequest.run(stored.key, clientId, sealedRequestIds.seal(requestId), requests.length - index),
        ),
        related?.(stored),
      ]);
      if (isNew) return session;
      await remove.run(session.key);
      return null;
    },
    rotateId: async (session, next = newId()) =>
      session.isRetired ? [] : db.transaction(() => replaceId(session, next)),
    newId,
    async findLogin(session) {
      const row = session.isRetired ? undefined : await loginOf.get(session.key);
      return row ? loginFrom(row) : null;
    },
    async openSignedIn(cookieHeader) {
      const { session, row } = (await rowReaderOf(cookieHeader)()) ?? {};
      // Opening an idle session has dropped its login after the row was read.
      if (!row || session?.isRetired !== false || now() - row.seen_at > idleMs) return null;
      const login = isSignedIn(row) ? loginFrom(row) : null;
      return login && { session, login };
    },
    async recordLogin(session, login, { browser, address } = UNKNOWN_ORIGIN) {
      const { userId, methods, steps, at } = login;
      const publicId = random(16).toString('base64url');
      const methodsAndTimes = [methods.join(' '), timesText(login)];
      await setLogin.run(userId, ...methodsAndTimes, steps, at, publicId, browser, address, session.key);
    },
    async recordEngineSession(session, name) {
      if (!session.isRetired) await setEngineSession.run({ $session: session.key, $name: name });
    },
    listSignedIn: async (userId) =>
      (await signedInRows(userId)).map((row) => ({
        key: row.session,
        sessionId: row.public_id,
        browser: row.login_browser,
        address: row.login_address,
        startedAt: row.login_at,
        // `seen_at` is not updated by every request.
        lastSeenAt: Math.max(row.seen_at, row.login_at),
        engineSession: row.engine_session,
      })),
    async restartIdleTime(key) {
      await restartIdleTime.run(now(), key, now() - seenPrecisionMs);
    },
    async end(key) {
      await db.transaction(() => dropAllProofs(key));
    },
    async endOthers(userId, session, usesMethods) {
      return db.transaction(async () => {
        const names: string[] = [];
        for (const row of await signedInRows(userId)) {
          const key = row.session;
          const methods = row.login_methods.split(' ') as MethodKey[];
          if (key === session.key || !usesMethods(methods)) continue;
          await dropAllProofs(key);
          if (row.engine_session !== null) names.push(row.engine_session);
        }
        return names;
      });
    },
    async endReplaced(sessions) {
      for (const { key } of sessions) {
        await dropAllProofs(key);
        await setReplaced.run(now(), key);
      }
    },
    isReplaced: async (session) => !session.isRetired && (await replacedAt.get(session.key)) !== undefined,
    async endSignIn({ key }, clientId) {
      for (const statement of signInDrops) await statement.run(key, clientId);
    },
    async signOut(session, requests) {
      if (session.isRetired) return [];
      return db.transaction(async () => {
        await dropAllProofs(session.key);
        if (requests === 'drop') await dropRequests.run(session.key);
        return replaceId(session, newId());
      });
    },
  };
}
