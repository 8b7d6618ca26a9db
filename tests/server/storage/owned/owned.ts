import { ACCOUNTS } from './accounts.ts';
import { BROWSERS } from './browsers.ts';
import { DESK } from './desk.ts';
import { ENDS } from './ends.ts';
import type { Owned } from './kept.ts';
import { LIMITS } from './limits.ts';
import { PEOPLE } from './people.ts';
import { SENDS } from './sends.ts';
import { SESSIONS } from './sessions.ts';

/** Every entry with an owner or an expiry, by the name of its check. */
export const OWNED: Readonly<Record<string, Owned>> = {
  ...SESSIONS,
  ...SENDS,
  ...ENDS,
  ...PEOPLE,
  ...ACCOUNTS,
  ...BROWSERS,
  ...DESK,
  ...LIMITS,
};

/** Tables with an owner or an end that are found by something else, and why that is enough. */
export const NOT_OWNED: Readonly<Record<string, string>> = {
  passkey_registrations: 'is found by the administrator',
  security_events: 'goes to services and receivers, see tests/server/security-events.test.ts',
  ssf_removed_subjects: 'belongs to a receiver, see tests/server/security-events.test.ts',
  engine_records: 'is looked at by the OpenID engine, see tests/server/oidc/store.test.ts',
  engine_begun: 'is counted by the OpenID engine, see tests/server/oidc/request-limit.test.ts',
  saml_pending: 'is looked at by the SAML engine, see tests/server/saml',
  saml_seen: 'is looked at by the SAML engine, see tests/server/saml',
  saml_participants: 'is looked at by the SAML engine, see tests/server/saml',
};
