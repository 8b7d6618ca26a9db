import type { RandomBytes } from '#server/config/deps.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

export type Passkey = {
  /** Credential id in base64url. */
  readonly credentialId: string;
  readonly userId: string;
  readonly name: string;
  /** COSE key. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** How the browser may reach the authenticator, such as `internal` or `usb`. */
  readonly transports: readonly string[];
  /** Epoch milliseconds. */
  readonly registeredAt: number;
};

/** A new passkey with the signature counter of its registration. */
export type NewPasskey = Passkey & { readonly counter: number };

export interface Passkeys {
  find(credentialId: string): Promise<Passkey | null>;
  /** The oldest first. */
  of(userId: string): Promise<readonly Passkey[]>;
  /** Registers a passkey; false when the credential is registered already. */
  add(passkey: NewPasskey): Promise<boolean>;
  remove(userId: string, credentialId: string): Promise<void>;
  /**
   * Sets the signature counter in one statement. It has to rise, except for authenticators that always send 0
   * (WebAuthn, 6.1.1).
   * @returns false when it does not rise, as with a copied passkey.
   */
  spend(credentialId: string, counter: number): Promise<boolean>;
  /** The user handle of a person: random, created at first use (rule 92). */
  handleOf(userId: string): Promise<string>;
  /** The user handle of a person; null when none was created. */
  knownHandleOf(userId: string): Promise<string | null>;
  /** The person of a user handle. */
  userOf(handle: string): Promise<string | null>;
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

/** Passkeys by credential id. A person may have several. */
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
  const spend = db.prepare(`
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
    spend: async (credentialId, counter) =>
      (await spend.run({ $id: credentialId, $counter: counter })).changes > 0,
    async handleOf(userId) {
      await insertHandle.run(userId, random(HANDLE_BYTES).toString('base64url'));
      return (await handleOf.get(userId))?.handle ?? '';
    },
    knownHandleOf: async (userId) => (await handleOf.get(userId))?.handle ?? null,
    async userOf(handle) {
      const row = await userOf.get(handle);
      return row ? row.user_id : null;
    },
  };
}
