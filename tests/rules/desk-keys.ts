import { ACT_NAMES, DESK_SCREENS } from '#machines/desk/desk.types.ts';
import { BULK_RESULTS } from '#wire/desk/bulk.ts';
import { METHOD_OBSTACLES, METHOD_REMARKS, METHOD_USES } from '#wire/desk/explanation.ts';
import { IMPORT_FORMATS, IMPORT_PROBLEMS } from '#wire/desk/import.ts';
import { DESK_ROLES, DESK_SIGN_IN_REFUSALS } from '#wire/desk/names.ts';
import { ACCOUNT_FIELDS, ACCOUNT_STATUSES, DESK_FACTOR_KINDS } from '#wire/desk/people.ts';
import { PENDING_TASKS, SERVER_STATES } from '#wire/desk/state.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import type { KeyUse } from './message-keys.ts';

/** Keys of the desk's texts that views build from names in answers of the server. */
export const BUILT_DESK_KEYS: KeyUse['built'] = [
  { prefix: 'desk.act.', endings: ACT_NAMES },
  { prefix: 'desk.ask.', endings: ACT_NAMES },
  { prefix: 'desk.bulk.result.', endings: BULK_RESULTS },
  { prefix: 'desk.done.', endings: ACT_NAMES },
  { prefix: 'desk.field.', endings: ACCOUNT_FIELDS },
  { prefix: 'desk.format.', endings: [...IMPORT_FORMATS, 'ndjson'] },
  { prefix: 'desk.import.', endings: ['added', 'changed'] },
  { prefix: 'desk.import.problem.', endings: IMPORT_PROBLEMS },
  { prefix: 'desk.kind.', endings: DESK_FACTOR_KINDS },
  { prefix: 'desk.method.', endings: Object.values(TYPE_CODES) },
  { prefix: 'desk.obstacle.', endings: METHOD_OBSTACLES },
  { prefix: 'desk.refused.', endings: DESK_SIGN_IN_REFUSALS },
  { prefix: 'desk.remark.', endings: METHOD_REMARKS },
  { prefix: 'desk.role.', endings: DESK_ROLES },
  { prefix: 'desk.screen.', endings: DESK_SCREENS.filter((screen) => screen !== 'person') },
  { prefix: 'desk.state.due.', endings: PENDING_TASKS },
  { prefix: 'desk.state.gateway.', endings: ['sms', 'internalMail', 'privateMail', 'push'] },
  { prefix: 'desk.state.key.', endings: ['oidc', 'saml', 'data', 'signs', 'waits', 'retired'] },
  { prefix: 'desk.state.server.', endings: SERVER_STATES },
  { prefix: 'desk.status.', endings: ACCOUNT_STATUSES },
  { prefix: 'desk.suspended.', endings: ['dormant', 'reported'] },
  { prefix: 'desk.issued.', endings: ['code', 'appLink', 'sent', 'link'] },
  { prefix: 'desk.use.', endings: METHOD_USES },
];
