import { ACT_NAMES, DESK_SCREENS } from '#machines/desk/desk.types.ts';
import { BULK_RESULTS } from '#wire/desk/bulk.ts';
import { METHOD_OBSTACLES, METHOD_REMARKS, METHOD_USES } from '#wire/desk/explanation.ts';
import { IMPORT_FORMATS, IMPORT_PROBLEMS } from '#wire/desk/import.ts';
import { DESK_ROLES, DESK_SIGN_IN_REFUSALS } from '#wire/desk/names.ts';
import { ACCOUNT_FIELDS, ACCOUNT_STATUSES, DESK_FACTOR_KINDS } from '#wire/desk/people.ts';
import { PENDING_TASKS, SERVER_STATES } from '#wire/desk/state.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import type { KeyUse } from './message-keys.ts';

/** Keys of the desk that views build from names of the wire. */
export const DESK_KEYS: KeyUse['built'] = [
  { prefix: 'desk.act.', ends: ACT_NAMES },
  { prefix: 'desk.ask.', ends: ACT_NAMES },
  { prefix: 'desk.bulk.result.', ends: BULK_RESULTS },
  { prefix: 'desk.done.', ends: ACT_NAMES },
  { prefix: 'desk.field.', ends: ACCOUNT_FIELDS },
  { prefix: 'desk.format.', ends: [...IMPORT_FORMATS, 'ndjson'] },
  { prefix: 'desk.import.', ends: ['added', 'changed'] },
  { prefix: 'desk.import.problem.', ends: IMPORT_PROBLEMS },
  { prefix: 'desk.kind.', ends: DESK_FACTOR_KINDS },
  { prefix: 'desk.method.', ends: Object.values(TYPE_CODES) },
  { prefix: 'desk.obstacle.', ends: METHOD_OBSTACLES },
  { prefix: 'desk.refused.', ends: DESK_SIGN_IN_REFUSALS },
  { prefix: 'desk.remark.', ends: METHOD_REMARKS },
  { prefix: 'desk.role.', ends: DESK_ROLES },
  { prefix: 'desk.screen.', ends: DESK_SCREENS.filter((screen) => screen !== 'person') },
  { prefix: 'desk.state.due.', ends: PENDING_TASKS },
  { prefix: 'desk.state.gateway.', ends: ['sms', 'internalMail', 'privateMail', 'push'] },
  { prefix: 'desk.state.key.', ends: ['oidc', 'saml', 'data', 'signs', 'waits', 'retired'] },
  { prefix: 'desk.state.server.', ends: SERVER_STATES },
  { prefix: 'desk.status.', ends: ACCOUNT_STATUSES },
  { prefix: 'desk.suspended.', ends: ['dormant', 'reported'] },
  { prefix: 'desk.issued.', ends: ['code', 'appLink', 'sent', 'link'] },
  { prefix: 'desk.use.', ends: METHOD_USES },
];
