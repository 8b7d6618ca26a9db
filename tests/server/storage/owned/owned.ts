import { ACCOUNTS } from './accounts.ts';
import { BROWSERS } from './browsers.ts';
import { CODES_AND_LINKS } from './codes-and-links.ts';
import { DESK } from './desk.ts';
import { ENDS } from './ends.ts';
import type { OwnedEntry } from './entries.ts';
import { LIMITS } from './limits.ts';
import { PEOPLE } from './people.ts';
import { SESSIONS } from './sessions.ts';

/** Every entry with an owner or an expiry, by the name of its check. */
export const OWNED_ENTRIES: Readonly<Record<string, OwnedEntry>> = {
  ...SESSIONS,
  ...CODES_AND_LINKS,
  ...ENDS,
  ...PEOPLE,
  ...ACCOUNTS,
  ...BROWSERS,
  ...DESK,
  ...LIMITS,
};

/** Tables with an owner or an expiry that are not tested here, and the reasons. */
export const OTHER_TABLES: Readonly<Record<string, string>> = {
  passkey_registrations: 'is read by the administrator',
  security_events: 'is sent to services and receivers, see tests/server/security-events.test.ts',
  ssf_removed_subjects: 'belongs to a receiver, see tests/server/security-events.test.ts',
  engine_records: 'is read by the OpenID engine, see tests/server/oidc/store.test.ts',
  pending_oidc_requests: 'is counted by the OpenID engine, see tests/server/oidc/request-limit.test.ts',
  saml_pending: 'is read by the SAML engine, see tests/server/saml',
  saml_received_messages: 'is read by the SAML engine, see tests/server/saml',
  saml_participants: 'is read by the SAML engine, see tests/server/saml',
};
