import type { RandomBytes } from '#server/config/deps.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

export type Passkey = {
  /** Credential id in base64url. */
  readonly credentialId: string;
  readonly userId: string;
  readonly name: string;
  /** The public key in COSE format (RFC 9052). */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** How a browser can reach the authenticator, such as `internal` or `usb`. */
  readonly transports: readonly string[];
  /** Epoch milliseconds. */
  readonly registeredAt: number;
};

/** A new passkey with the signature counter of its registration. */
export type NewPasskey = Passkey & { readonly counter: number };

export interface Passkeys {
  find(credentialId: string): Promise<Passkey | null>;
  /** The passkeys of a person, the oldest first. */
  of(userId: string): Promise<readonly Passkey[]>;
  /** Registers a passkey; false when the credential is registered already. */
  add(passkey: NewPasskey): Promise<boolean>;
  remove(userId: string, credentialId: string): Promise<void>;
  /**
   * Sets the signature counter, in one statement. The counter must rise, except for authenticators that always send 0
   * (WebAuthn, 6.1.1).
   * @returns false when the counter does not rise, for example because the passkey was copied
   */
  raiseCounter(credentialId: string, counter: number): Promise<boolean>;
  /** The user handle of a person, a random id. It is created when it is needed first (rule 92). */
  getOrCreateHandle(userId: string): Promise<string>;
  /** The user handle of a person; null when none was created yet. */
  findHandle(userId: string): Promise<string | null>;
  /** The ID of the person with a user handle. */
  findUserId(handle: string): Promise<string | null>;
}

const HANDLE_BYTES = 32;

const toPasskey = (row: TableRow<'passkeys'>): Passkey => ({
  credentialId: row.credential_id,
  userId: row.user_id,
  name: row.name,
  publicKey: new Uint8Array(row.public_key),
  transports: row.transports.split(' ').filter(Boolean),
  registeredAt: row.registered_at,
});

/** The passkeys of people. A person may have several. */
export function passkeysIn(db: Storage, random: RandomBytes): Passkeys {
  const byId = db.prepare<TableRow<'passkeys'>>('SELECT * FROM passkeys WHERE credential_id = ?');
  const byUser = db.prepare<TableRow<'passkeys'>>(
    'SELECT * FROM passkeys WHERE user_id = ? ORDER BY registered_at, credential_id',
  );
  const insert = db.prepare(
    `${insertInto('passkeys', [
      'credential_id',
      'user_id',
      'name',
      'public_key',
      'counter',
      'transports',
      'registered_at',
    ])} ON CONFLICT DO NOTHING`,
  );
  const remove = db.prepare('DELETE FROM passkeys WHERE credential_id = ? AND user_id = ?');
  const raiseCounter = db.prepare(`
    UPDATE passkeys SET counter = $counter
    WHERE credential_id = $id AND (counter < $counter OR (counter = 0 AND $counter = 0))`);
  const insertHandle = db.prepare(
    `${insertInto('passkey_users', ['user_id', 'handle'])} ON CONFLICT DO NOTHING`,
  );
  const handleOf = db.prepare<TableRow<'passkey_users'>>(
    'SELECT handle FROM passkey_users WHERE user_id = ?',
  );
  const userOf = db.prepare<TableRow<'passkey_users'>>('SELECT user_id FROM passkey_users WHERE handle = ?');
  return {
    async find(credentialId) {
      const row = await byId.get(credentialId);
      return row ? toPasskey(row) : null;
    },
    of: async (userId) => (await byUser.all(userId)).map(toPasskey),
    add: async ({ credentialId, userId, name, publicKey, counter, transports, registeredAt }) =>
      (await insert.run(credentialId, userId, name, publicKey, counter, transports.join(' '), registeredAt))
        .changes > 0,
    async remove(userId, credentialId) {
      await remove.run(credentialId, userId);
    },
    raiseCounter: async (credentialId, counter) =>
      (await raiseCounter.run({ $id: credentialId, $counter: counter })).changes > 0,
    async getOrCreateHandle(userId) {
      await insertHandle.run(userId, random(HANDLE_BYTES).toString('base64url'));
      return (await handleOf.get(userId))?.handle ?? '';
    },
    findHandle: async (userId) => (await handleOf.get(userId))?.handle ?? null,
    async findUserId(handle) {
      const row = await userOf.get(handle);
      return row ? row.user_id : null;
    },
  };
}
