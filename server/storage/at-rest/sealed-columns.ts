import type { SqlValue } from '#server/storage/statement.ts';
import type { Storage } from '#server/storage/storage.ts';

/** The encrypted columns of a table. */
export type SealedTable = {
  readonly table: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
};

/**
 * All encrypted columns. Values that are only compared are stored as hashes instead. Hashes of secrets that people
 * choose are encrypted, too, so that a copy of the storage is not enough to guess them (rule 228).
 */
export const SEALED_TABLES: readonly SealedTable[] = [
  { table: 'passwords', key: ['user_id'], columns: ['hash'] },
  { table: 'password_history', key: ['user_id', 'sequence'], columns: ['hash'] },
  { table: 'answers', key: ['user_id'], columns: ['hash'] },
  { table: 'emergency_codes', key: ['user_id'], columns: ['hash'] },
  { table: 'server_keys', key: ['name'], columns: ['content'] },
  { table: 'provision_key', key: ['id'], columns: ['private_key'] },
  { table: 'otp_cards', key: ['serial'], columns: ['secret'] },
  { table: 'yubikeys', key: ['public_id'], columns: ['private_id', 'aes_key'] },
  { table: 'mobile_apps', key: ['user_id'], columns: ['secret'] },
  { table: 'push_subscriptions', key: ['user_id'], columns: ['subscription'] },
  { table: 'sessions', key: ['session'], columns: ['challenge_key'] },
  { table: 'session_requests', key: ['session', 'client_id'], columns: ['request_id'] },
  { table: 'screens', key: ['session'], columns: ['screen'] },
  { table: 'engine_records', key: ['model', 'id'], columns: ['payload'] },
  { table: 'saml_pending', key: ['id'], columns: ['payload'] },
  { table: 'sent_codes', key: ['session', 'client_id', 'user_id', 'purpose'], columns: ['code'] },
  { table: 'code_drafts', key: ['subject'], columns: ['code'] },
  { table: 'registration_drafts', key: ['session', 'client_id', 'user_id', 'kind'], columns: ['content'] },
  { table: 'provision_links', key: ['ak_hash'], columns: ['otp'] },
  { table: 'passkey_registrations', key: ['user_id'], columns: ['challenge'] },
];

/** The location of a column, for which a `Sealer` encrypts its values. */
export const columnLocation = (table: string, column: string): string => `${table}.${column}`;

/** Encryption of one column. */
export type SealedColumn = {
  seal(text: string): string;
  /** @throws SealedError */
  open(encrypted: SqlValue | undefined): string;
};

/** Encrypts and decrypts a column of {@link SEALED_TABLES}. */
export function sealedColumn({ sealer }: Storage, table: string, column: string): SealedColumn {
  if (!SEALED_TABLES.some((sealed) => sealed.table === table && sealed.columns.includes(column))) {
    throw new TypeError(`${table}.${column} is not a sealed column`);
  }
  const location = columnLocation(table, column);
  return {
    seal: (text) => sealer.seal(location, text),
    open: (encrypted) => sealer.open(location, String(encrypted)),
  };
}
