/** Names tables and columns by their contents, and drops a column that is no longer used. */
export const PLAIN_NAMES_SCHEMA = `
  ALTER TABLE engine_begun RENAME TO pending_oidc_requests;
  ALTER TABLE pending_oidc_requests RENAME COLUMN turn TO sequence;
  ALTER TABLE pending_oidc_requests RENAME COLUMN beginner TO limit_key;
  ALTER TABLE pending_oidc_requests RENAME COLUMN worked_on TO progress;
  DROP INDEX engine_begun_by_beginner;
  DROP INDEX engine_begun_by_id;
  CREATE INDEX pending_oidc_requests_by_limit_key ON pending_oidc_requests (limit_key);
  CREATE INDEX pending_oidc_requests_by_id ON pending_oidc_requests (id);

  ALTER TABLE marks RENAME TO passed_checks;
  ALTER TABLE passed_checks RENAME COLUMN made_at TO passed_at;

  ALTER TABLE submissions RENAME TO idempotent_requests;
  ALTER TABLE idempotent_requests RENAME COLUMN name TO lookup_key;
  ALTER TABLE idempotent_requests RENAME COLUMN made_at TO claimed_at;
  ALTER TABLE idempotent_requests RENAME COLUMN worker TO process_number;
  ALTER TABLE idempotent_requests RENAME COLUMN hold TO claim_id;
  ALTER TABLE idempotent_requests RENAME COLUMN parts TO step_results;

  ALTER TABLE sign_in_reports RENAME TO sign_in_report_links;
  DROP INDEX sign_in_reports_by_user;
  CREATE INDEX sign_in_report_links_by_user ON sign_in_report_links (user_id);

  ALTER TABLE registration_tries RENAME TO registration_attempts;
  ALTER TABLE registration_attempts RENAME COLUMN tries TO attempts;
  ALTER TABLE registration_attempts RENAME COLUMN until TO counted_until;

  ALTER TABLE password_questions RENAME TO password_reuse_checks;
  ALTER TABLE password_reuse_checks RENAME COLUMN asked TO checks;

  ALTER TABLE fixed_tokens RENAME TO first_step_defaults;
  ALTER TABLE second_defaults RENAME TO second_step_defaults;
  ALTER TABLE made_accounts RENAME TO created_accounts;
  ALTER TABLE saml_seen RENAME TO saml_received_messages;

  ALTER TABLE sessions RENAME COLUMN login_proved_at TO login_method_times;
  ALTER TABLE proofs RENAME COLUMN first_proved_at TO first_method_times;
  ALTER TABLE proofs RENAME COLUMN turn TO sequence;
  ALTER TABLE identity_tokens RENAME COLUMN way TO method;

  ALTER TABLE qr_logins RENAME COLUMN drawn_at TO created_at;
  ALTER TABLE qr_logins RENAME COLUMN told_at TO approver_sent_at;
  ALTER TABLE qr_logins DROP COLUMN is_told;

  ALTER TABLE browser_attempts RENAME COLUMN browser TO browser_hash;
  ALTER TABLE known_browsers RENAME COLUMN browser TO browser_hash;
  ALTER TABLE remembered_browsers RENAME COLUMN browser TO browser_hash;
  ALTER TABLE saml_participants RENAME COLUMN browser TO browser_hash;
  ALTER TABLE saml_pending RENAME COLUMN browser TO browser_hash;

  ALTER TABLE code_drafts RENAME COLUMN turn TO send_number;
  ALTER TABLE sent_codes RENAME COLUMN turn TO send_number;
  ALTER TABLE approvals RENAME COLUMN turn TO sequence;
  ALTER TABLE audit_lines RENAME COLUMN turn TO sequence;
  ALTER TABLE passkey_challenges RENAME COLUMN turn TO sequence;
  ALTER TABLE password_history RENAME COLUMN turn TO sequence;
  ALTER TABLE session_requests RENAME COLUMN turn TO sequence;
`;
