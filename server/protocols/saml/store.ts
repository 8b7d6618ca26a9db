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

/** An AuthnRequest that waits for the login of a person. */
export type PendingLogin = {
  readonly kind: 'login';
  readonly serviceId: string;
  readonly request: AuthnRequest;
  readonly relayState: string;
  /** When the request arrived, in epoch milliseconds. */
  readonly startedAt: number;
  /** Present when the person has declined the request. */
  readonly isDeclined?: true;
};

/** A LogoutRequest that waits for the sign-out. */
export type PendingLogout = {
  readonly kind: 'logout';
  readonly serviceId: string;
  readonly requestId: string;
  readonly relayState: string;
  readonly nameId: { readonly format: string; readonly value: string };
  readonly sessionIndexes: readonly string[];
};

/** A service provider that is notified of a sign-out, with its sessions of a name ID. */
export type NotifiedService = {
  readonly serviceId: string;
  readonly nameId: { readonly format: string; readonly value: string };
  readonly sessionIndexes: readonly string[];
};

/** A logout round, which notifies one service provider after the other of a sign-out. */
export type LogoutRound = {
  /** The name of this kind of request in the storage. */
  readonly kind: 'farewell';
  /** The services that have not answered yet. The first service is the current one. */
  readonly waiting: readonly NotifiedService[];
  /** The number of services before the current service. */
  readonly step: number;
  /** Whether the browser was already sent with the LogoutRequest to the current service. */
  readonly isHanded: boolean;
  /** The service ids of the services that may still have a session. */
  readonly unsure: readonly string[];
  /**
   * The LogoutRequest that is answered after the round, or the address of the portal to which the browser continues.
   */
  readonly onward: PendingLogout | { readonly kind: 'address'; readonly url: string };
  /** The sign-out whose unconfirmed back-channel logouts are also shown; null when the person was not signed in. */
  readonly signOut: SignOut | null;
};

/** The form with which a request was answered, encrypted with the secret of the browser. */
type AnsweredLogin = { readonly kind: 'answered'; readonly form: string };

/** A stored request with its id. */
export type StoredRequest<Request> = {
  readonly id: string;
  readonly request: Request;
  /** The number of changes to the stored row, which shows whether the row has changed since it was read. */
  readonly revision: number;
  /** The user with whose login the request was finished; null while the request is pending. */
  readonly answeredBy: string | null;
};

/** A session at a service provider, which began with an assertion in a browser (session participant in SAML). */
export type Participant = {
  readonly sessionIndex: string;
  readonly serviceId: string;
  readonly userId: string;
  readonly nameId: { readonly format: string; readonly value: string };
};

type PendingRequest = PendingLogin | PendingLogout | LogoutRound | AnsweredLogin;

/** How long a browser receives the same answer again, because the first answer may have been lost. */
const RESEND_WINDOW_MS = 60_000;

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The stored requests and sessions of the engine. */
export type SamlStore = ReturnType<typeof samlStoreIn>;

/**
 * Creates the store of the engine. The rows are encrypted, and found by the hashes of their ids. In all methods,
 * `browser` is the secret in the cookie of the browser.
 * @param now returns epoch milliseconds; expired rows are not found
 */
export function samlStoreIn(database: Storage, now: () => number) {
  const sealedPayload = sealedColumn(database, 'saml_pending', 'payload');
  const insertPending = database.prepare(insertInto('saml_pending', ['id', 'payload', 'expires_at']));
  const pendingById = database.prepare<TableRow<'saml_pending'>>(
    'SELECT * FROM saml_pending WHERE id = ? AND expires_at > ?',
  );
  const bindPending = database.prepare(
    'UPDATE saml_pending SET browser_hash = ? WHERE id = ? AND expires_at > ? AND (browser_hash IS NULL OR browser_hash = ?)',
  );
  const setFinishingUser = database.prepare(
    'UPDATE saml_pending SET answered_by = ? WHERE id = ? AND expires_at > ?',
  );
  const removePending = database.prepare('DELETE FROM saml_pending WHERE id = ? AND expires_at > ?');
  const endPending = database.prepare(
    `UPDATE saml_pending SET payload = ?, revision = revision + 1, expires_at = ?
      WHERE id = ? AND revision = ? AND expires_at > ?`,
  );
  const replacePending = database.prepare(
    `UPDATE saml_pending SET payload = ?, revision = revision + 1
      WHERE id = ? AND revision = ? AND expires_at > ?`,
  );
  const insertMessageId = database.prepare(
    `${insertInto('saml_received_messages', ['entity_id', 'message_id', 'expires_at'])} ON CONFLICT DO NOTHING`,
  );
  const insertParticipant = database.prepare(
    insertInto('saml_participants', [
      'session_index',
      'browser_hash',
      'service_id',
      'user_id',
      'name_format',
      'name_value',
      'expires_at',
    ]),
  );
  const participantsOf = database.prepare<TableRow<'saml_participants'>>(
    'SELECT * FROM saml_participants WHERE browser_hash = ? AND expires_at > ? ORDER BY service_id, session_index',
  );
  const dropParticipantsOfUser = database.prepare(
    'DELETE FROM saml_participants WHERE browser_hash = ? AND user_id = ?',
  );
  const dropAllParticipants = database.prepare('DELETE FROM saml_participants WHERE browser_hash = ?');

  /** Finds a stored request of a kind, and the hash of the browser to which it is bound. */
  async function find<Request extends PendingRequest>(kind: Request['kind'], id: string) {
    const row = await pendingById.get(hashedId(id), now());
    if (!row) return null;
    const request = JSON.parse(sealedPayload.open(row.payload)) as PendingRequest;
    if (request.kind !== kind) return null;
    return {
      storedRequest: {
        id,
        request: request as Request,
        revision: row.revision,
        answeredBy: row.answered_by,
      },
      browser: row.browser_hash as Uint8Array | null,
    };
  }

  return {
    /** Records the ID of a received message; false when the ID was already recorded. */
    async recordMessage(entityId: string, messageId: string, validMs: number): Promise<boolean> {
      return (await insertMessageId.run(entityId, messageId, now() + validMs)).changes === 1;
    },
    /** Stores a request and returns its id. */
    async add(request: PendingRequest, validMs: number): Promise<string> {
      const id = randomBytes(24).toString('base64url');
      await insertPending.run(hashedId(id), sealedPayload.seal(JSON.stringify(request)), now() + validMs);
      return id;
    },
    findLogin: async (id: string): Promise<StoredRequest<PendingLogin> | null> =>
      (await find<PendingLogin>('login', id))?.storedRequest ?? null,
    findLogout: async (id: string): Promise<StoredRequest<PendingLogout> | null> =>
      (await find<PendingLogout>('logout', id))?.storedRequest ?? null,
    findLogoutRound: async (id: string): Promise<StoredRequest<LogoutRound> | null> =>
      (await find<LogoutRound>('farewell', id))?.storedRequest ?? null,
    /** Replaces a logout round; false when it has changed since it was read. */
    replaceRound: async ({ id, revision }: StoredRequest<LogoutRound>, next: LogoutRound): Promise<boolean> =>
      (await replacePending.run(sealedPayload.seal(JSON.stringify(next)), hashedId(id), revision, now()))
        .changes === 1,
    /** Binds a request to a browser; false when the request has ended, or is bound to another browser. */
    bindToBrowser: async (id: string, browser: string): Promise<boolean> =>
      (await bindPending.run(hashOf(browser), hashedId(id), now(), hashOf(browser))).changes === 1,
    async isBoundTo(id: string, browser: string): Promise<boolean> {
      const boundBrowser = (await pendingById.get(hashedId(id), now()))?.browser_hash as
        | Uint8Array
        | null
        | undefined;
      return boundBrowser !== null && boundBrowser !== undefined && hashOf(browser).equals(boundBrowser);
    },
    /** Records that the person declines a request; false when another call has changed the request first. */
    recordDecline: async ({ id, revision, request }: StoredRequest<PendingLogin>): Promise<boolean> => {
      const payload = sealedPayload.seal(
        JSON.stringify({ ...request, isDeclined: true } satisfies PendingLogin),
      );
      return (await replacePending.run(payload, hashedId(id), revision, now())).changes === 1;
    },
    /** Records the user with whose login a request was finished; false when the request has ended. */
    recordFinishingUser: async (id: string, userId: string): Promise<boolean> =>
      (await setFinishingUser.run(userId, hashedId(id), now())).changes === 1,
    /** Removes a request; false when another call has already removed it. */
    removeOnce: async (id: string): Promise<boolean> =>
      (await removePending.run(hashedId(id), now())).changes === 1,
    /** Ends a request with a form for the browser; false when another call has changed the request first. */
    async endWithForm(
      { id, revision }: StoredRequest<PendingLogin>,
      browser: string,
      form: string,
    ): Promise<boolean> {
      const answer: AnsweredLogin = { kind: 'answered', form: encrypt(browser, form) };
      const expiresAt = now() + RESEND_WINDOW_MS;
      const payload = sealedPayload.seal(JSON.stringify(answer));
      return (await endPending.run(payload, expiresAt, hashedId(id), revision, now())).changes === 1;
    },
    /** The form with which a request of the browser was answered a moment ago; null when there is no such form. */
    async formForRepetition(id: string, browser: string): Promise<string | null> {
      const answered = await find<AnsweredLogin>('answered', id);
      return answered?.browser && hashOf(browser).equals(answered.browser)
        ? decrypt(browser, answered.storedRequest.request.form)
        : null;
    },
    /** Runs several changes in one transaction. */
    transaction: database.transaction,
    /** Adds a session at a service to the sessions of a browser. */
    async addParticipant(
      browser: string,
      { sessionIndex, serviceId, userId, nameId }: Participant,
      expiresAt: number,
    ): Promise<void> {
      await insertParticipant.run(
        sessionIndex,
        hashOf(browser),
        serviceId,
        userId,
        nameId.format,
        nameId.value,
        expiresAt,
      );
    },
    /** The sessions at services that were begun in a browser. */
    participants: async (browser: string): Promise<readonly Participant[]> =>
      (await participantsOf.all(hashOf(browser), now())).map((row) => ({
        sessionIndex: row.session_index,
        serviceId: row.service_id,
        userId: row.user_id,
        nameId: { format: row.name_format, value: row.name_value },
      })),
    /** Removes the sessions of a browser: of one user, or of all users when `userId` is null. */
    async removeParticipants(browser: string, userId: string | null = null): Promise<void> {
      if (userId === null) await dropAllParticipants.run(hashOf(browser));
      else await dropParticipantsOfUser.run(hashOf(browser), userId);
    },
    /** A stored secret, which is created at its first use. */
    secret: async (name: string): Promise<Uint8Array> =>
      Buffer.from(
        await sharedKey(database, `saml ${name}`, () => randomBytes(32).toString('base64')),
        'base64',
      ),
  };
}
