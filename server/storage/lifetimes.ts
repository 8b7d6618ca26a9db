/** The lifetime of a table's rows. */
export type Lifetime = {
  readonly table: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Column with the start of the lifetime, in epoch milliseconds. */
  readonly since: string;
  /** Milliseconds after `since` at which a row may be deleted. */
  readonly lifetimeMs: number;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Tables whose rows expire, children before their parents. */
export const LIFETIMES: readonly Lifetime[] = [
  { table: 'submissions', key: ['name'], since: 'made_at', lifetimeMs: MINUTE },
  { table: 'failure_counts', key: ['address'], since: 'since', lifetimeMs: MINUTE },
  { table: 'limited_events', key: ['counter', 'event_id'], since: 'expires_at', lifetimeMs: 0 },
  { table: 'code_drafts', key: ['subject'], since: 'touched_at', lifetimeMs: HOUR },
  { table: 'passkey_registrations', key: ['user_id'], since: 'expires_at', lifetimeMs: 0 },
  { table: 'passkey_challenges', key: ['challenge'], since: 'expires_at', lifetimeMs: HOUR },
  {
    table: 'sent_codes',
    key: ['session', 'client_id', 'user_id', 'purpose'],
    since: 'expires_at',
    lifetimeMs: HOUR,
  },
  { table: 'qr_logins', key: ['qr_id'], since: 'drawn_at', lifetimeMs: HOUR },
  { table: 'pushes', key: ['push_id'], since: 'created_at', lifetimeMs: DAY },
  { table: 'access_tokens', key: ['token_hash'], since: 'expires_at', lifetimeMs: 0 },
  { table: 'identity_tokens', key: ['token_hash'], since: 'expires_at', lifetimeMs: 0 },
  { table: 'marks', key: ['session', 'client_id', 'user_id', 'kind'], since: 'made_at', lifetimeMs: HOUR },
  { table: 'held_logins', key: ['token_hash'], since: 'held_at', lifetimeMs: HOUR },
  {
    table: 'registration_drafts',
    key: ['session', 'client_id', 'user_id', 'kind'],
    since: 'expires_at',
    lifetimeMs: 0,
  },
  { table: 'registration_tries', key: ['user_id', 'kind'], since: 'until', lifetimeMs: 0 },
  { table: 'provision_links', key: ['ak_hash'], since: 'expires_at', lifetimeMs: DAY },
  { table: 'password_links', key: ['ak_hash'], since: 'expires_at', lifetimeMs: 7 * DAY },
  { table: 'password_saves', key: ['token_hash'], since: 'saved_at', lifetimeMs: DAY },
  { table: 'password_questions', key: ['token_hash'], since: 'first_at', lifetimeMs: DAY },
  // Delivery is given up after a day; `explain` shows events for a week.
  { table: 'security_events', key: ['event_id'], since: 'created_at', lifetimeMs: 7 * DAY },
  // A configured federation is read again within hours.
  { table: 'federation_metadata', key: ['source'], since: 'next_at', lifetimeMs: 7 * DAY },
  { table: 'screens', key: ['session'], since: 'stored_at', lifetimeMs: HOUR },
  { table: 'session_ids', key: ['id_hash'], since: 'retired_at', lifetimeMs: MINUTE },
  { table: 'known_browsers', key: ['browser', 'user_id'], since: 'expires_at', lifetimeMs: 0 },
  { table: 'known_networks', key: ['user_id', 'network'], since: 'expires_at', lifetimeMs: 0 },
  { table: 'remembered_browsers', key: ['browser', 'user_id', 'policy'], since: 'expires_at', lifetimeMs: 0 },
  { table: 'sign_in_reports', key: ['key_hash'], since: 'expires_at', lifetimeMs: DAY },
  { table: 'desk_sessions', key: ['id_hash'], since: 'seen_at', lifetimeMs: DAY },
  { table: 'desk_jobs', key: ['job_id'], since: 'touched_at', lifetimeMs: DAY },
  { table: 'servers', key: ['server_id'], since: 'seen_at', lifetimeMs: HOUR },
  { table: 'notices', key: ['notice_id'], since: 'expires_at', lifetimeMs: 30 * DAY },
  { table: 'sessions', key: ['session'], since: 'seen_at', lifetimeMs: 7 * DAY },
  { table: 'engine_begun', key: ['turn'], since: 'expires_at', lifetimeMs: 0 },
  { table: 'engine_records', key: ['model', 'id'], since: 'expires_at', lifetimeMs: 0 },
  { table: 'saml_pending', key: ['id'], since: 'expires_at', lifetimeMs: 0 },
  { table: 'saml_seen', key: ['entity_id', 'message_id'], since: 'expires_at', lifetimeMs: 0 },
  { table: 'saml_participants', key: ['session_index'], since: 'expires_at', lifetimeMs: 0 },
];

/** Tables whose rows stay until they or their parents are removed. */
export const PERMANENT_TABLES: readonly string[] = [
  // Deleted by the audit after the configured number of days.
  'audit_lines',
  'accounts',
  'account_words',
  'made_accounts',
  'scim_users',
  'scim_groups',
  'scim_group_members',
  'ssf_streams',
  'ssf_removed_subjects',
  'account_groups',
  'group_members',
  'directory_people',
  // One row for each kind of work.
  'daily_work',
  'passwords',
  'password_history',
  'answers',
  'attempts',
  'browser_attempts',
  'fixed_tokens',
  'second_defaults',
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
