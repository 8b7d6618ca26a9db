/** The lifetime of a table's rows. */
export type Lifetime = {
  readonly table: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** The column with the time (epoch milliseconds) from which `lifetimeMs` is counted. */
  readonly startColumn: string;
  /** Milliseconds after the time in `startColumn` at which a row may be deleted. */
  readonly lifetimeMs: number;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Tables whose rows expire. A table with references to another table comes before that table. */
export const LIFETIMES: readonly Lifetime[] = [
  { table: 'idempotent_requests', key: ['lookup_key'], startColumn: 'claimed_at', lifetimeMs: MINUTE },
  { table: 'failure_counts', key: ['address'], startColumn: 'since', lifetimeMs: MINUTE },
  { table: 'limited_events', key: ['counter', 'event_id'], startColumn: 'expires_at', lifetimeMs: 0 },
  { table: 'code_drafts', key: ['subject'], startColumn: 'touched_at', lifetimeMs: HOUR },
  { table: 'passkey_registrations', key: ['user_id'], startColumn: 'expires_at', lifetimeMs: 0 },
  { table: 'passkey_challenges', key: ['challenge'], startColumn: 'expires_at', lifetimeMs: HOUR },
  {
    table: 'sent_codes',
    key: ['session', 'client_id', 'user_id', 'purpose'],
    startColumn: 'expires_at',
    lifetimeMs: HOUR,
  },
  { table: 'qr_logins', key: ['qr_id'], startColumn: 'created_at', lifetimeMs: HOUR },
  { table: 'pushes', key: ['push_id'], startColumn: 'created_at', lifetimeMs: DAY },
  { table: 'access_tokens', key: ['token_hash'], startColumn: 'expires_at', lifetimeMs: 0 },
  { table: 'identity_tokens', key: ['token_hash'], startColumn: 'expires_at', lifetimeMs: 0 },
  {
    table: 'passed_checks',
    key: ['session', 'client_id', 'user_id', 'kind'],
    startColumn: 'passed_at',
    lifetimeMs: HOUR,
  },
  { table: 'held_logins', key: ['token_hash'], startColumn: 'held_at', lifetimeMs: HOUR },
  {
    table: 'registration_drafts',
    key: ['session', 'client_id', 'user_id', 'kind'],
    startColumn: 'expires_at',
    lifetimeMs: 0,
  },
  { table: 'registration_attempts', key: ['user_id', 'kind'], startColumn: 'counted_until', lifetimeMs: 0 },
  { table: 'provision_links', key: ['ak_hash'], startColumn: 'expires_at', lifetimeMs: DAY },
  { table: 'password_links', key: ['ak_hash'], startColumn: 'expires_at', lifetimeMs: 7 * DAY },
  { table: 'password_saves', key: ['token_hash'], startColumn: 'saved_at', lifetimeMs: DAY },
  { table: 'password_reuse_checks', key: ['token_hash'], startColumn: 'first_at', lifetimeMs: DAY },
  // Delivery is given up after a day; the command `explain` shows events for a week.
  { table: 'security_events', key: ['event_id'], startColumn: 'created_at', lifetimeMs: 7 * DAY },
  // Rows become this old only for federations that are no longer configured: others are read again within hours.
  { table: 'federation_metadata', key: ['source'], startColumn: 'next_at', lifetimeMs: 7 * DAY },
  { table: 'screens', key: ['session'], startColumn: 'stored_at', lifetimeMs: HOUR },
  { table: 'session_ids', key: ['id_hash'], startColumn: 'retired_at', lifetimeMs: MINUTE },
  { table: 'known_browsers', key: ['browser_hash', 'user_id'], startColumn: 'expires_at', lifetimeMs: 0 },
  { table: 'known_networks', key: ['user_id', 'network'], startColumn: 'expires_at', lifetimeMs: 0 },
  {
    table: 'remembered_browsers',
    key: ['browser_hash', 'user_id', 'policy'],
    startColumn: 'expires_at',
    lifetimeMs: 0,
  },
  { table: 'sign_in_report_links', key: ['key_hash'], startColumn: 'expires_at', lifetimeMs: DAY },
  { table: 'desk_sessions', key: ['id_hash'], startColumn: 'seen_at', lifetimeMs: DAY },
  { table: 'desk_jobs', key: ['job_id'], startColumn: 'touched_at', lifetimeMs: DAY },
  { table: 'servers', key: ['server_id'], startColumn: 'seen_at', lifetimeMs: HOUR },
  { table: 'notices', key: ['notice_id'], startColumn: 'expires_at', lifetimeMs: 30 * DAY },
  { table: 'sessions', key: ['session'], startColumn: 'seen_at', lifetimeMs: 7 * DAY },
  { table: 'pending_oidc_requests', key: ['sequence'], startColumn: 'expires_at', lifetimeMs: 0 },
  { table: 'engine_records', key: ['model', 'id'], startColumn: 'expires_at', lifetimeMs: 0 },
  { table: 'saml_pending', key: ['id'], startColumn: 'expires_at', lifetimeMs: 0 },
  {
    table: 'saml_received_messages',
    key: ['entity_id', 'message_id'],
    startColumn: 'expires_at',
    lifetimeMs: 0,
  },
  { table: 'saml_participants', key: ['session_index'], startColumn: 'expires_at', lifetimeMs: 0 },
];

/** Tables whose rows are stored until they, or the rows that they refer to, are removed. */
export const PERMANENT_TABLES: readonly string[] = [
  // Deleted by the audit after the configured number of days.
  'audit_lines',
  'accounts',
  'account_words',
  'created_accounts',
  'scim_users',
  'scim_groups',
  'scim_group_members',
  'ssf_streams',
  'ssf_removed_subjects',
  'account_groups',
  'group_members',
  'directory_people',
  // It never has more than one row for each kind of daily work.
  'daily_work',
  'passwords',
  'password_history',
  'answers',
  'attempts',
  'browser_attempts',
  'first_step_defaults',
  'second_step_defaults',
  'otp_cards',
  'yubikeys',
  'mobile_apps',
  'push_subscriptions',
  'emergency_codes',
  'passkeys',
  'passkey_users',
  'factors',
  'approvals',
  'provision_key',
  'server_keys',
  'data_keys',
  'proofs',
  'session_requests',
  'sign_ins',
  'migrations',
];
