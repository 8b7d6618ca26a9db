import { resealTables } from '#server/storage/at-rest/reseal.ts';
import type { Migration } from './migrate.ts';
import { ADMINISTRATION_SCHEMA } from './schema/administration.ts';
import { APP_PUBLIC_KEYS_SCHEMA } from './schema/app-public-keys.ts';
import { AT_REST_SCHEMA, FORMER_SEALED_TABLES, sealAtRest } from './schema/at-rest.ts';
import { AUDIT_SCHEMA } from './schema/audit.ts';
import { DESK_SCHEMA, fillForDesk } from './schema/desk.ts';
import { DESK_SESSIONS_SCHEMA } from './schema/desk-sessions.ts';
import { DEVICES_SCHEMA } from './schema/devices.ts';
import { DIRECTORY_PEOPLE_SCHEMA } from './schema/directory-people.ts';
import { ENGINE_SESSIONS_SCHEMA } from './schema/engine-sessions.ts';
import { FACTOR_REGISTERED_BY_SCHEMA } from './schema/factor-registered-by.ts';
import { FEDERATIONS_SCHEMA } from './schema/federations.ts';
import { GROUPS_SCHEMA } from './schema/groups.ts';
import { IDEMPOTENT_REQUESTS_SCHEMA } from './schema/idempotent-requests.ts';
import { IDENTITY_SCHEMA } from './schema/identity.ts';
import { KNOWN_BROWSERS_SCHEMA } from './schema/known-browsers.ts';
import { NEW_SIGN_INS_SCHEMA } from './schema/new-sign-ins.ts';
import { foldIds, ONE_STORAGE_SCHEMA } from './schema/one-storage.ts';
import { PASSWORD_CHANGE_SCHEMA } from './schema/password-change.ts';
import { PASSWORD_SET_BY_SCHEMA } from './schema/password-set-by.ts';
import { PLAIN_NAMES_SCHEMA } from './schema/plain-names.ts';
import { PROOF_TIMES_SCHEMA } from './schema/proof-times.ts';
import { PUSH_SUBSCRIPTIONS_SCHEMA } from './schema/push-subscriptions.ts';
import { REGISTRATION_SCHEMA } from './schema/registration.ts';
import { REMEMBERED_BROWSERS_SCHEMA } from './schema/remembered-browsers.ts';
import { REPLACED_SESSIONS_SCHEMA } from './schema/replaced-sessions.ts';
import { REQUESTS_WORKED_ON_SCHEMA } from './schema/requests-worked-on.ts';
import { SCIM_SCHEMA } from './schema/scim.ts';
import { SCIM_GROUPS_SCHEMA } from './schema/scim-groups.ts';
import { SCREENS_SCHEMA } from './schema/screens.ts';
import { SECURITY_EVENTS_SCHEMA } from './schema/security-events.ts';
import { SERVERS_SCHEMA } from './schema/servers.ts';
import { SIGN_INS_SCHEMA } from './schema/sign-ins.ts';
import { STANDARD_AUTHENTICATORS_SCHEMA } from './schema/standard-authenticators.ts';
import { SUSPENSIONS_SCHEMA } from './schema/suspensions.ts';

/**
 * All changes of the schema since the first version, in the dialect of SQLite; they are translated for PostgreSQL.
 * Entries are only added, never changed. `#server/storage/tables.ts` has the resulting columns.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    name: 'accounts',
    sql: `
  CREATE TABLE accounts (
    user_id TEXT PRIMARY KEY,
    name_ko TEXT NOT NULL,
    name_en TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('user', 'admin')),
    user_type TEXT NOT NULL CHECK (user_type IN ('LOCAL', 'EXTERNAL')),
    status TEXT NOT NULL CHECK (status IN ('active', 'disabled', 'blocked')),
    usage_from TEXT,
    usage_until TEXT,
    hours_from TEXT,
    hours_until TEXT,
    phone_number TEXT,
    internal_mail TEXT,
    private_mail TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE passwords (
    user_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    hash TEXT NOT NULL,
    expires_on TEXT,
    is_initial INTEGER NOT NULL CHECK (is_initial IN (0, 1))
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE attempts (
    user_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    failures INTEGER NOT NULL,
    locked_until INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE account_tokens (
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    PRIMARY KEY (user_id, kind)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE fixed_tokens (
    user_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    token_code TEXT NOT NULL,
    always_send INTEGER NOT NULL CHECK (always_send IN (0, 1))
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sessions (
    session INTEGER PRIMARY KEY,
    challenge_key TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    login_user TEXT REFERENCES accounts ON DELETE SET NULL,
    login_methods TEXT,
    login_steps INTEGER,
    login_at INTEGER
  ) STRICT;

  CREATE TABLE session_ids (
    id_hash BLOB PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    retired_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX session_ids_by_session ON session_ids (session);

  CREATE TABLE session_requests (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (session, client_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE proofs (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    checked_at INTEGER NOT NULL,
    password_at INTEGER,
    turn INTEGER NOT NULL,
    PRIMARY KEY (session, client_id, user_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE access_tokens (
    token_hash BLOB PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    purpose TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  },
  {
    name: 'devices',
    sql: DEVICES_SCHEMA,
  },
  {
    name: 'app-keys',
    sql: `
  ALTER TABLE mobile_apps ADD COLUMN key_hash BLOB;
  CREATE UNIQUE INDEX mobile_apps_by_key ON mobile_apps (key_hash);
  `,
  },
  {
    name: 'second-step',
    sql: `
  ALTER TABLE proofs ADD COLUMN policy_id TEXT NOT NULL DEFAULT '';
  ALTER TABLE proofs ADD COLUMN first_methods TEXT;
  ALTER TABLE proofs ADD COLUMN first_code TEXT;
  ALTER TABLE proofs ADD COLUMN first_at INTEGER;

  CREATE TABLE second_defaults (
    user_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    token_code TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  },
  {
    name: 'passkeys',
    sql: `
  DROP TABLE account_tokens;

  CREATE TABLE passkey_users (
    user_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    handle TEXT NOT NULL UNIQUE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE passkeys (
    credential_id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    name TEXT NOT NULL,
    public_key BLOB NOT NULL,
    counter INTEGER NOT NULL,
    transports TEXT NOT NULL,
    registered_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX passkeys_by_user ON passkeys (user_id);

  CREATE TABLE passkey_challenges (
    challenge TEXT PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    user_id TEXT REFERENCES accounts ON DELETE CASCADE,
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    turn INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX passkey_challenges_by_session ON passkey_challenges (session);
  `,
  },
  {
    name: 'qr-logins',
    sql: `
  CREATE TABLE qr_logins (
    qr_id TEXT PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    step INTEGER NOT NULL CHECK (step IN (1, 2)),
    user_id TEXT REFERENCES accounts ON DELETE CASCADE,
    client_id TEXT,
    browser TEXT NOT NULL,
    numbers TEXT NOT NULL,
    drawn_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'declined', 'wrongNumber', 'foreign')),
    decided_by TEXT REFERENCES accounts ON DELETE CASCADE,
    decided_at INTEGER,
    is_told INTEGER NOT NULL CHECK (is_told IN (0, 1))
  ) STRICT, WITHOUT ROWID;
  `,
  },
  {
    name: 'pushes',
    sql: `
  CREATE TABLE pushes (
    push_id TEXT PRIMARY KEY,
    request_id TEXT NOT NULL UNIQUE,
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    choices TEXT NOT NULL,
    browser TEXT NOT NULL,
    address TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    state TEXT NOT NULL
      CHECK (state IN ('pending', 'approved', 'denied', 'mismatched', 'withdrawn', 'superseded', 'spent'))
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX pushes_by_user ON pushes (user_id, created_at);
  `,
  },
  {
    name: 'provisioning',
    sql: `
  CREATE TABLE provision_links (
    ak_hash BLOB PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE provision_key (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    private_key TEXT NOT NULL
  ) STRICT;
  `,
  },
  {
    name: 'approvals',
    sql: `
  CREATE TABLE approvals (
    ak_hash BLOB NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    issued_at INTEGER NOT NULL,
    decision TEXT CHECK (decision IN ('approved', 'rejected')),
    decided_at INTEGER
  ) STRICT;
  `,
  },
  { name: 'identity', sql: IDENTITY_SCHEMA },
  { name: 'registration', sql: REGISTRATION_SCHEMA },
  { name: 'password-change', sql: PASSWORD_CHANGE_SCHEMA },
  { name: 'one-storage', sql: ONE_STORAGE_SCHEMA, after: foldIds },
  { name: 'administration', sql: ADMINISTRATION_SCHEMA },
  { name: 'scim', sql: SCIM_SCHEMA },
  { name: 'presses', sql: IDEMPOTENT_REQUESTS_SCHEMA },
  { name: 'audit', sql: AUDIT_SCHEMA },
  { name: 'at-rest', sql: AT_REST_SCHEMA, after: sealAtRest },
  { name: 'engine-sessions', sql: ENGINE_SESSIONS_SCHEMA },
  { name: 'proof-times', sql: PROOF_TIMES_SCHEMA },
  { name: 'password-set-by', sql: PASSWORD_SET_BY_SCHEMA },
  { name: 'requests-worked-on', sql: REQUESTS_WORKED_ON_SCHEMA },
  { name: 'known-browsers', sql: KNOWN_BROWSERS_SCHEMA },
  { name: 'factor-registered-by', sql: FACTOR_REGISTERED_BY_SCHEMA },
  {
    name: 'hashes-apps-screens',
    sql: [APP_PUBLIC_KEYS_SCHEMA, SCREENS_SCHEMA].join('\n'),
    // Encrypts the hashes of passwords, answers and temporary codes. `push_subscriptions` is created by a later
    // migration.
    after: async (db) => {
      await resealTables(
        db,
        FORMER_SEALED_TABLES.filter(({ table }) => table !== 'push_subscriptions'),
      );
    },
  },
  {
    name: 'groups-push-session-rules',
    sql: [
      GROUPS_SCHEMA,
      PUSH_SUBSCRIPTIONS_SCHEMA,
      SIGN_INS_SCHEMA,
      SUSPENSIONS_SCHEMA,
      NEW_SIGN_INS_SCHEMA,
      REPLACED_SESSIONS_SCHEMA,
    ].join('\n'),
  },
  {
    name: 'events-scim-groups-desk-directory',
    sql: [SECURITY_EVENTS_SCHEMA, SCIM_GROUPS_SCHEMA, DESK_SCHEMA, DIRECTORY_PEOPLE_SCHEMA].join('\n'),
    after: fillForDesk,
  },
  { name: 'federations-desk-sessions', sql: [FEDERATIONS_SCHEMA, DESK_SESSIONS_SCHEMA].join('\n') },
  {
    name: 'servers-remembered-browsers-authenticators',
    sql: [SERVERS_SCHEMA, REMEMBERED_BROWSERS_SCHEMA, STANDARD_AUTHENTICATORS_SCHEMA].join('\n'),
  },
  { name: 'plain-names', sql: PLAIN_NAMES_SCHEMA },
];
