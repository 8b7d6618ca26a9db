/**
 * Tables for the devices of people, which were only labels before, and failed attempts for each method instead of only
 * for the password (token code -1).
 */
export const DEVICES_SCHEMA = `
  ALTER TABLE attempts RENAME TO password_attempts;
  CREATE TABLE attempts (
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    token_code TEXT NOT NULL,
    failures INTEGER NOT NULL,
    locked_until INTEGER,
    PRIMARY KEY (user_id, token_code)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO attempts SELECT user_id, '-1', failures, locked_until FROM password_attempts;
  DROP TABLE password_attempts;

  DELETE FROM account_tokens WHERE kind <> 'fido2token';

  CREATE TABLE otp_cards (
    serial TEXT PRIMARY KEY,
    user_id TEXT UNIQUE REFERENCES accounts ON DELETE SET NULL,
    model_code TEXT NOT NULL,
    company_name TEXT NOT NULL,
    registered_on TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('hotp', 'totp')),
    secret TEXT NOT NULL,
    algorithm TEXT NOT NULL,
    digits INTEGER NOT NULL,
    period INTEGER NOT NULL,
    next_factor INTEGER NOT NULL,
    drift INTEGER NOT NULL,
    awaited_factor INTEGER,
    status TEXT NOT NULL CHECK (status IN ('active', 'unregistered')),
    usable INTEGER NOT NULL CHECK (usable IN (0, 1)),
    usable_from TEXT,
    usable_until TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE yubikeys (
    public_id TEXT PRIMARY KEY,
    user_id TEXT REFERENCES accounts ON DELETE SET NULL,
    slot TEXT CHECK (slot IN ('first', 'second')),
    serial TEXT NOT NULL,
    model_code TEXT NOT NULL,
    private_id TEXT NOT NULL,
    aes_key TEXT NOT NULL,
    use_counter INTEGER NOT NULL,
    session_counter INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'disabled', 'unregistered')),
    usable INTEGER NOT NULL CHECK (usable IN (0, 1)),
    usable_from TEXT,
    usable_until TEXT,
    UNIQUE (user_id, slot)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE mobile_apps (
    user_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    uuid TEXT NOT NULL,
    os TEXT NOT NULL,
    app_version TEXT NOT NULL,
    device_name TEXT NOT NULL,
    secret TEXT,
    digits INTEGER NOT NULL,
    period INTEGER NOT NULL,
    next_step INTEGER NOT NULL,
    is_offline INTEGER NOT NULL CHECK (is_offline IN (0, 1))
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE emergency_codes (
    user_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    hash TEXT NOT NULL,
    valid_from INTEGER NOT NULL,
    valid_until INTEGER NOT NULL,
    failures INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sent_codes (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    code TEXT NOT NULL,
    turn INTEGER NOT NULL,
    channels TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    PRIMARY KEY (session, client_id, user_id)
  ) STRICT, WITHOUT ROWID;
`;
