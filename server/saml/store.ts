import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabaseFile } from '#server/db/file.ts';
import type { AuthnRequest } from './messages/authn-request.ts';

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS pending (
    id TEXT PRIMARY KEY,
    payload TEXT NOT NULL,
    browser BLOB,
    answered_by TEXT,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS seen (
    entity_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (entity_id, message_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS participants (
    session_index TEXT PRIMARY KEY,
    browser BLOB NOT NULL,
    service_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    name_format TEXT NOT NULL,
    name_value TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS participants_by_browser ON participants (browser);
  CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
`;

/** A login that a service provider waits for. */
export type PendingLogin = {
  readonly kind: 'login';
  readonly serviceId: string;
  readonly request: AuthnRequest;
  readonly relayState: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
};

/** A sign-out that a service provider waits for. */
export type PendingLogout = {
  readonly kind: 'logout';
  readonly serviceId: string;
  readonly requestId: string;
  readonly relayState: string;
  readonly nameId: { readonly format: string; readonly value: string };
  readonly sessionIndexes: readonly string[];
};

/** A service provider that is to hear of a sign-out, with all that it holds by one name. */
export type Listener = {
  readonly serviceId: string;
  readonly nameId: { readonly format: string; readonly value: string };
  readonly sessionIndexes: readonly string[];
};

/** A sign-out on its way from service provider to service provider. */
export type Farewell = {
  readonly kind: 'farewell';
  /** Who has not answered yet; the first one is asked. */
  readonly waiting: readonly Listener[];
  /** How many were asked before. */
  readonly step: number;
  /** Whether the browser has been given the request to the first one. */
  readonly isHanded: boolean;
  /** Services of which nobody knows whether they have ended their sessions. */
  readonly unsure: readonly string[];
  /** The request of a service that the answer goes to, or an address of the portal's choice. */
  readonly onward: PendingLogout | { readonly kind: 'address'; readonly url: string };
};

/** A request as it is kept, with whom the portal says has answered it. */
export type Kept<Request> = {
  readonly id: string;
  readonly request: Request;
  readonly answeredBy: string | null;
};

/** A service provider that holds a session of this browser by an assertion of ours. */
export type Participant = {
  readonly sessionIndex: string;
  readonly serviceId: string;
  readonly userId: string;
  readonly nameId: { readonly format: string; readonly value: string };
};

type PendingRequest = PendingLogin | PendingLogout | Farewell;

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** What the engine keeps between requests. */
export type SamlStore = ReturnType<typeof openSamlStore>;

/**
 * Opens the store.
 * @param dataDir folder of the file; null keeps all in memory.
 * @param now epoch milliseconds; a record is gone from the moment on at which it expires.
 */
export function openSamlStore(dataDir: string | null, now: () => number) {
  if (dataDir !== null) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = openDatabaseFile(dataDir === null ? ':memory:' : join(dataDir, 'saml.sqlite'));
  database.exec(SCHEMA);

  const insertPending = database.prepare('INSERT INTO pending VALUES (?, ?, NULL, NULL, ?)');
  const pendingById = database.prepare('SELECT * FROM pending WHERE id = ? AND expires_at > ?');
  const bindPending = database.prepare(
    'UPDATE pending SET browser = ? WHERE id = ? AND expires_at > ? AND (browser IS NULL OR browser = ?)',
  );
  const answerPending = database.prepare(
    'UPDATE pending SET answered_by = ? WHERE id = ? AND expires_at > ?',
  );
  const takePending = database.prepare('DELETE FROM pending WHERE id = ? AND expires_at > ?');
  const changePending = database.prepare(
    'UPDATE pending SET payload = ? WHERE id = ? AND payload = ? AND expires_at > ?',
  );
  const insertSeen = database.prepare('INSERT INTO seen VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const insertParticipant = database.prepare('INSERT INTO participants VALUES (?, ?, ?, ?, ?, ?, ?)');
  const participantsOf = database.prepare(
    'SELECT * FROM participants WHERE browser = ? AND expires_at > ? ORDER BY service_id, session_index',
  );
  const dropParticipants = database.prepare('DELETE FROM participants WHERE browser = ? AND user_id = ?');
  const dropAllParticipants = database.prepare('DELETE FROM participants WHERE browser = ?');
  const secretNamed = database.prepare('SELECT value FROM secrets WHERE name = ?');
  const insertSecret = database.prepare('INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING');
  const expired = ['pending', 'seen', 'participants'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE expires_at <= ?`),
  );

  const forgetExpired = (): void => {
    for (const statement of expired) statement.run(now());
  };

  function find<Request extends PendingRequest>(kind: Request['kind'], id: string) {
    const row = pendingById.get(id, now());
    if (!row) return null;
    const request = JSON.parse(String(row['payload'])) as PendingRequest;
    if (request.kind !== kind) return null;
    return {
      kept: { id, request: request as Request, answeredBy: row['answered_by'] as string | null },
      browser: row['browser'] as Uint8Array | null,
    };
  }

  return {
    /** Notes a message of a sender; false when it has been noted before. */
    note(entityId: string, messageId: string, validMs: number): boolean {
      forgetExpired();
      return insertSeen.run(entityId, messageId, now() + validMs).changes === 1;
    },
    add(request: PendingRequest, validMs: number): string {
      forgetExpired();
      const id = randomBytes(24).toString('base64url');
      insertPending.run(id, JSON.stringify(request), now() + validMs);
      return id;
    },
    login: (id: string): Kept<PendingLogin> | null => find<PendingLogin>('login', id)?.kept ?? null,
    logout: (id: string): Kept<PendingLogout> | null => find<PendingLogout>('logout', id)?.kept ?? null,
    farewell: (id: string): Kept<Farewell> | null => find<Farewell>('farewell', id)?.kept ?? null,
    /** Puts another state of a sign-out in the place of this one; false when it is not the newest. */
    advance: ({ id, request }: Kept<Farewell>, next: Farewell): boolean =>
      changePending.run(JSON.stringify(next), id, JSON.stringify(request), now()).changes === 1,
    /** Ties a request to a browser; false when it is gone or tied to another one. */
    bind: (id: string, browser: string): boolean =>
      bindPending.run(hashOf(browser), id, now(), hashOf(browser)).changes === 1,
    isBoundTo(id: string, browser: string): boolean {
      const bound = pendingById.get(id, now())?.['browser'] as Uint8Array | null | undefined;
      return bound !== null && bound !== undefined && hashOf(browser).equals(bound);
    },
    /** Notes who has answered a request; false when it is gone. */
    answer: (id: string, userId: string): boolean => answerPending.run(userId, id, now()).changes === 1,
    /** Ends a request; false when another answer was quicker. */
    take: (id: string): boolean => takePending.run(id, now()).changes === 1,
    join(browser: string, { sessionIndex, serviceId, userId, nameId }: Participant, until: number): void {
      insertParticipant.run(
        sessionIndex,
        hashOf(browser),
        serviceId,
        userId,
        nameId.format,
        nameId.value,
        until,
      );
    },
    participants: (browser: string): readonly Participant[] =>
      participantsOf.all(hashOf(browser), now()).map((row) => ({
        sessionIndex: String(row['session_index']),
        serviceId: String(row['service_id']),
        userId: String(row['user_id']),
        nameId: { format: String(row['name_format']), value: String(row['name_value']) },
      })),
    /** Forgets who holds sessions of a browser: those of one person, or all. */
    leave(browser: string, userId: string | null = null): void {
      if (userId === null) dropAllParticipants.run(hashOf(browser));
      else dropParticipants.run(hashOf(browser), userId);
    },
    /** A secret that is made once and kept. */
    secret(name: string): Uint8Array {
      insertSecret.run(name, randomBytes(32));
      return secretNamed.get(name)?.['value'] as Uint8Array;
    },
    close: () => database.close(),
  };
}
