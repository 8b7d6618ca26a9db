import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { MethodKey } from '#server/config/policy.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { transaction } from '#server/db/open.ts';
import type { Clock, RandomBytes } from '#server/deps.ts';
import { sessionCookie } from './cookie.ts';

export type Session = {
  readonly key: number;
  /** Key of the challenge check; it never changes in a session (decision 05). */
  readonly challengeKey: string;
  /** The id was replaced less than 10 s ago: it answers, but without what has been earned since. */
  readonly isRetired: boolean;
};

/** Who is signed in, and by what (decision 156). */
export type Login = {
  readonly userId: string;
  readonly methods: readonly MethodKey[];
  readonly steps: 1 | 2;
  /** Epoch milliseconds of the last step. */
  readonly at: number;
};

/** Browser and address of a request. */
export type Origin = { readonly browser: string; readonly address: string };

/** Where a person is signed in. */
export type OwnSession = Origin & {
  readonly key: number;
  /** Opaque and random; it opens nothing. */
  readonly sessionId: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
};

/** A session together with the Set-Cookie values that hand out its id. */
export type Opened = { readonly session: Session; readonly cookies: readonly string[] };

export interface Sessions {
  /** The session of a Cookie header. A session that was idle too long has lost what it had earned. */
  open(cookieHeader: string): Session | null;
  start(): Opened;
  /** A new id for a rise of privilege. A retired id gets none: its session has risen already. */
  raise(session: Session): readonly string[];
  login(session: Session): Login | null;
  recordLogin(session: Session, login: Login, origin?: Origin): void;
  /** The sessions in which a person is signed in, the newest first. */
  ofUser(userId: string): Promise<readonly OwnSession[]>;
  /** Drops what a session has earned. */
  end(key: number): Promise<void>;
  /** The same for every other session of a person whose login used one of these methods. */
  endOthers(
    userId: string,
    session: Session,
    uses: (methods: readonly MethodKey[]) => boolean,
  ): Promise<void>;
  /** Drops everything that was earned and, unless they are kept, the pending requests. */
  signOut(session: Session, requests: 'keep' | 'drop'): readonly string[];
}

const RETIRED_ID_ANSWERS_MS = 10_000;
/** How exactly the time of the last visit is kept: not every request has to write. */
const SEEN_WITHIN_MS = 1_000;
const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000;

const UNKNOWN: Origin = { browser: '', address: '' };

const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest();

/** Portal sessions. Ids are kept as hashes: the database alone opens none. */
export function sessionsIn(
  db: DatabaseSync,
  config: Pick<ServerConfig, 'publicUrl' | 'session'>,
  now: Clock,
  random: RandomBytes,
): Sessions {
  const cookie = sessionCookie(config.publicUrl);
  const idleMs = config.session.idleMinutes * 60_000;
  const absoluteMs = config.session.absoluteMinutes * 60_000;

  const byId = db.prepare(`
    SELECT session, challenge_key, seen_at, retired_at FROM session_ids JOIN sessions USING (session)
    WHERE id_hash = ? AND (retired_at IS NULL OR retired_at > ?)`);
  const touch = db.prepare('UPDATE sessions SET seen_at = ? WHERE session = ?');
  const insert = db.prepare('INSERT INTO sessions (challenge_key, seen_at) VALUES (?, ?)');
  const insertId = db.prepare('INSERT INTO session_ids VALUES (?, ?, NULL)');
  const retireIds = db.prepare(
    'UPDATE session_ids SET retired_at = ? WHERE session = ? AND retired_at IS NULL',
  );
  const forgetIds = db.prepare('DELETE FROM session_ids WHERE retired_at <= ?');
  const forgetSessions = db.prepare('DELETE FROM sessions WHERE seen_at < ?');
  const loginOf = db.prepare(
    'SELECT login_user, login_methods, login_steps, login_at FROM sessions WHERE session = ?',
  );
  const setLogin = db.prepare(
    'UPDATE sessions SET login_user = ?, login_methods = ?, login_steps = ?, login_at = ? WHERE session = ?',
  );
  const setOrigin = db.prepare(
    'UPDATE sessions SET public_id = ?, login_browser = ?, login_address = ? WHERE session = ?',
  );
  const byUser = db.prepare(`
    SELECT session, public_id, login_browser, login_address, login_methods, login_at, seen_at FROM sessions
    WHERE login_user = ? AND login_at > ? AND seen_at > ? ORDER BY login_at DESC, session`);
  const dropProofs = db.prepare('DELETE FROM proofs WHERE session = ?');
  const dropTokens = db.prepare('DELETE FROM access_tokens WHERE session = ?');
  const dropMarks = db.prepare('DELETE FROM marks WHERE session = ?');
  const dropIdentityTokens = db.prepare('DELETE FROM identity_tokens WHERE session = ?');
  const dropSentCodes = db.prepare('DELETE FROM sent_codes WHERE session = ?');
  const dropQrLogins = db.prepare('DELETE FROM qr_logins WHERE session = ?');
  const withdrawPushes = db.prepare(
    `UPDATE pushes SET state = 'withdrawn' WHERE session = ? AND state IN ('pending', 'approved')
      AND (state = 'approved' OR expires_at > ?)`,
  );
  const dropRequests = db.prepare('DELETE FROM session_requests WHERE session = ?');

  const secret = (): string => random(32).toString('base64url');

  const handOut = (key: number): readonly string[] => {
    const id = secret();
    insertId.run(hashOf(id), key);
    return [cookie.write(id)];
  };

  const replaceId = (key: number): readonly string[] => {
    forgetIds.run(now() - RETIRED_ID_ANSWERS_MS);
    retireIds.run(now(), key);
    return handOut(key);
  };

  const dropEarned = (key: number): void => {
    setLogin.run(null, null, null, null, key);
    dropProofs.run(key);
    dropTokens.run(key);
    dropMarks.run(key);
    dropIdentityTokens.run(key);
    dropSentCodes.run(key);
    dropQrLogins.run(key);
    withdrawPushes.run(key, now());
  };

  const signedIn = (userId: string) => byUser.all(userId, now() - absoluteMs, now() - idleMs);

  return {
    open(cookieHeader) {
      const id = cookie.read(cookieHeader);
      const row = id === '' ? undefined : byId.get(hashOf(id), now() - RETIRED_ID_ANSWERS_MS);
      if (!row) return null;
      const key = Number(row['session']);
      const isRetired = row['retired_at'] !== null;
      if (!isRetired) {
        if (now() - Number(row['seen_at']) > idleMs) dropEarned(key);
        if (now() - Number(row['seen_at']) >= SEEN_WITHIN_MS) touch.run(now(), key);
      }
      return { key, challengeKey: String(row['challenge_key']), isRetired };
    },
    start: () =>
      transaction(db, () => {
        forgetSessions.run(now() - Math.max(FORGOTTEN_AFTER_MS, absoluteMs));
        const challengeKey = secret();
        const key = Number(insert.run(challengeKey, now()).lastInsertRowid);
        return { session: { key, challengeKey, isRetired: false }, cookies: handOut(key) };
      }),
    raise: (session) => (session.isRetired ? [] : transaction(db, () => replaceId(session.key))),
    login(session) {
      const row = session.isRetired ? undefined : loginOf.get(session.key);
      if (!row || row['login_user'] === null || now() - Number(row['login_at']) > absoluteMs) return null;
      return {
        userId: String(row['login_user']),
        methods: String(row['login_methods']).split(' ') as MethodKey[],
        steps: row['login_steps'] === 2 ? 2 : 1,
        at: Number(row['login_at']),
      };
    },
    recordLogin(session, { userId, methods, steps, at }, { browser, address } = UNKNOWN) {
      setLogin.run(userId, methods.join(' '), steps, at, session.key);
      setOrigin.run(random(16).toString('base64url'), browser, address, session.key);
    },
    ofUser: async (userId) =>
      signedIn(userId).map((row) => ({
        key: Number(row['session']),
        sessionId: String(row['public_id']),
        browser: String(row['login_browser']),
        address: String(row['login_address']),
        startedAt: Number(row['login_at']),
        lastSeenAt: Number(row['seen_at']),
      })),
    async end(key) {
      transaction(db, () => dropEarned(key));
    },
    async endOthers(userId, session, uses) {
      transaction(db, () => {
        for (const row of signedIn(userId)) {
          const key = Number(row['session']);
          const methods = String(row['login_methods']).split(' ') as MethodKey[];
          if (key !== session.key && uses(methods)) dropEarned(key);
        }
      });
    },
    signOut(session, requests) {
      if (session.isRetired) return [];
      return transaction(db, () => {
        dropEarned(session.key);
        if (requests === 'drop') dropRequests.run(session.key);
        return replaceId(session.key);
      });
    },
  };
}
