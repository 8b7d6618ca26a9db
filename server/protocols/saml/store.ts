import { createHash, randomBytes } from 'node:crypto';
import type { SignOut } from '#server/login/engine.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { hashedId } from '#server/storage/at-rest/sealer.ts';
import { decrypt, encrypt } from '#server/storage/encrypt.ts';
import { sharedKey } from '#server/storage/repositories/server-keys.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { AuthnRequest } from './messages/authn-request.ts';

/** A login that a service provider waits for. */
export type PendingLogin = {
  readonly kind: 'login';
  readonly serviceId: string;
  readonly request: AuthnRequest;
  readonly relayState: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The person has declined. */
  readonly isDeclined?: true;
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

/** A service provider to be notified of a sign-out, with its sessions for one name ID. */
export type NotifiedService = {
  readonly serviceId: string;
  readonly nameId: { readonly format: string; readonly value: string };
  readonly sessionIndexes: readonly string[];
};

/** A single logout that notifies one service provider after the other. */
export type LogoutRound = {
  readonly kind: 'farewell';
  /** Services that have not answered yet; the request goes to the first. */
  readonly waiting: readonly NotifiedService[];
  /** Number of services before the current one. */
  readonly step: number;
  /** Whether the browser was sent with the request to the first waiting service. */
  readonly isHanded: boolean;
  /** Services that may not have ended their sessions. */
  readonly unsure: readonly string[];
  /** The request to be answered at the end, or an address of the portal. */
  readonly onward: PendingLogout | { readonly kind: 'address'; readonly url: string };
  /** The sign-out whose unconfirmed back-channel logouts count at the end; null for none. */
  readonly signOut: SignOut | null;
};

/** The form that answered a request, encrypted with the secret of its browser. */
type AnsweredLogin = { readonly kind: 'answered'; readonly form: string };

/** A stored request. */
export type StoredRequest<Request> = {
  readonly id: string;
  readonly request: Request;
  /** Number of changes of the row, to detect one since it was read. */
  readonly revision: number;
  readonly answeredBy: string | null;
};

/** A session that an assertion began at a service provider in this browser. */
export type Participant = {
  readonly sessionIndex: string;
  readonly serviceId: string;
  readonly userId: string;
  readonly nameId: { readonly format: string; readonly value: string };
};

type PendingRequest = PendingLogin | PendingLogout | LogoutRound | AnsweredLogin;

/** How long the browser gets the same answer again, in case the first one was lost. */
const RESEND_WINDOW_MS = 60_000;

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The storage of the engine between requests. */
export type SamlStore = ReturnType<typeof samlStoreIn>;

/**
 * Creates the storage of the engine: rows are found by hashes of their ids, and encrypted.
 * @param now epoch milliseconds; expired records are not found
 */
export function samlStoreIn(database: Storage, now: () => number) {
  const sealed = sealedColumn(database, 'saml_pending', 'payload');
  const insertPending = database.prepare(insertInto('saml_pending', ['id', 'payload', 'expires_at']));
  const pendingById = database.prepare<TableRow<'saml_pending'>>(
    'SELECT * FROM saml_pending WHERE id = ? AND expires_at > ?',
  );
  const bindPending = database.prepare(
    'UPDATE saml_pending SET browser = ? WHERE id = ? AND expires_at > ? AND (browser IS NULL OR browser = ?)',
  );
  const answerPending = database.prepare(
    'UPDATE saml_pending SET answered_by = ? WHERE id = ? AND expires_at > ?',
  );
  const takePending = database.prepare('DELETE FROM saml_pending WHERE id = ? AND expires_at > ?');
  const endPending = database.prepare(
    `UPDATE saml_pending SET payload = ?, revision = revision + 1, expires_at = ?
      WHERE id = ? AND revision = ? AND expires_at > ?`,
  );
  const changePending = database.prepare(
    `UPDATE saml_pending SET payload = ?, revision = revision + 1
      WHERE id = ? AND revision = ? AND expires_at > ?`,
  );
  const insertMessageId = database.prepare(
    `${insertInto('saml_seen', ['entity_id', 'message_id', 'expires_at'])} ON CONFLICT DO NOTHING`,
  );
  const insertParticipant = database.prepare(
    insertInto('saml_participants', [
      'session_index',
      'browser',
      'service_id',
      'user_id',
      'name_format',
      'name_value',
      'expires_at',
    ]),
  );
  const participantsOf = database.prepare<TableRow<'saml_participants'>>(
    'SELECT * FROM saml_participants WHERE browser = ? AND expires_at > ? ORDER BY service_id, session_index',
  );
  const dropParticipants = database.prepare(
    'DELETE FROM saml_participants WHERE browser = ? AND user_id = ?',
  );
  const dropAllParticipants = database.prepare('DELETE FROM saml_participants WHERE browser = ?');
  async function find<Request extends PendingRequest>(kind: Request['kind'], id: string) {
    const row = await pendingById.get(hashedId(id), now());
    if (!row) return null;
    const request = JSON.parse(sealed.open(row.payload)) as PendingRequest;
    if (request.kind !== kind) return null;
    return {
      storedRequest: {
        id,
        request: request as Request,
        revision: row.revision,
        answeredBy: row.answered_by,
      },
      browser: row.browser as Uint8Array | null,
    };
  }

  return {
    /** Records the ID of a received message; false when it was recorded before. */
    async recordMessage(entityId: string, messageId: string, validMs: number): Promise<boolean> {
      return (await insertMessageId.run(entityId, messageId, now() + validMs)).changes === 1;
    },
    async add(request: PendingRequest, validMs: number): Promise<string> {
      const id = randomBytes(24).toString('base64url');
      await insertPending.run(hashedId(id), sealed.seal(JSON.stringify(request)), now() + validMs);
      return id;
    },
    login: async (id: string): Promise<StoredRequest<PendingLogin> | null> =>
      (await find<PendingLogin>('login', id))?.storedRequest ?? null,
    logout: async (id: string): Promise<StoredRequest<PendingLogout> | null> =>
      (await find<PendingLogout>('logout', id))?.storedRequest ?? null,
    logoutRound: async (id: string): Promise<StoredRequest<LogoutRound> | null> =>
      (await find<LogoutRound>('farewell', id))?.storedRequest ?? null,
    /** Replaces the state of a sign-out; false when it has changed since it was read. */
    advance: async ({ id, revision }: StoredRequest<LogoutRound>, next: LogoutRound): Promise<boolean> =>
      (await changePending.run(sealed.seal(JSON.stringify(next)), hashedId(id), revision, now())).changes ===
      1,
    /** Binds a request to a browser; false when it has ended or is bound to another browser. */
    bind: async (id: string, browser: string): Promise<boolean> =>
      (await bindPending.run(hashOf(browser), hashedId(id), now(), hashOf(browser))).changes === 1,
    async isBoundTo(id: string, browser: string): Promise<boolean> {
      const boundBrowser = (await pendingById.get(hashedId(id), now()))?.browser as
        | Uint8Array
        | null
        | undefined;
      return boundBrowser !== null && boundBrowser !== undefined && hashOf(browser).equals(boundBrowser);
    },
    /** Records that the person declines; false when another call was faster. */
    decline: async ({ id, revision, request }: StoredRequest<PendingLogin>): Promise<boolean> => {
      const payload = sealed.seal(JSON.stringify({ ...request, isDeclined: true } satisfies PendingLogin));
      return (await changePending.run(payload, hashedId(id), revision, now())).changes === 1;
    },
    /** Records the account that answered a request; false when the request has ended. */
    answer: async (id: string, userId: string): Promise<boolean> =>
      (await answerPending.run(userId, hashedId(id), now())).changes === 1,
    /** Removes a request; false when another call was faster. */
    take: async (id: string): Promise<boolean> => (await takePending.run(hashedId(id), now())).changes === 1,
    /** Ends a request with a form for its browser; false when another call was faster. */
    async end(
      { id, revision }: StoredRequest<PendingLogin>,
      browser: string,
      form: string,
    ): Promise<boolean> {
      const answer: AnsweredLogin = { kind: 'answered', form: encrypt(browser, form) };
      const until = now() + RESEND_WINDOW_MS;
      const payload = sealed.seal(JSON.stringify(answer));
      return (await endPending.run(payload, until, hashedId(id), revision, now())).changes === 1;
    },
    /** The form by which a request of this browser was answered a moment ago. */
    async answerTo(id: string, browser: string): Promise<string | null> {
      const answered = await find<AnsweredLogin>('answered', id);
      return answered?.browser && hashOf(browser).equals(answered.browser)
        ? decrypt(browser, answered.storedRequest.request.form)
        : null;
    },
    /** Runs several changes in one transaction. */
    transaction: database.transaction,
    async addParticipant(
      browser: string,
      { sessionIndex, serviceId, userId, nameId }: Participant,
      until: number,
    ): Promise<void> {
      await insertParticipant.run(
        sessionIndex,
        hashOf(browser),
        serviceId,
        userId,
        nameId.format,
        nameId.value,
        until,
      );
    },
    participants: async (browser: string): Promise<readonly Participant[]> =>
      (await participantsOf.all(hashOf(browser), now())).map((row) => ({
        sessionIndex: row.session_index,
        serviceId: row.service_id,
        userId: row.user_id,
        nameId: { format: row.name_format, value: row.name_value },
      })),
    /** Removes the participants of a browser, of one person or all. */
    async removeParticipants(browser: string, userId: string | null = null): Promise<void> {
      if (userId === null) await dropAllParticipants.run(hashOf(browser));
      else await dropParticipants.run(hashOf(browser), userId);
    },
    /** A secret that is created once and stored. */
    secret: async (name: string): Promise<Uint8Array> =>
      Buffer.from(
        await sharedKey(database, `saml ${name}`, () => randomBytes(32).toString('base64')),
        'base64',
      ),
  };
}
