import { AdministrationRefusal } from '#server/administration/refusal.ts';
import { errorResponse, ScimError, type ScimType } from '#server/administration/scim/error.ts';
import { log } from '#server/operations/log.ts';
import { TakenOverError } from '#server/storage/idempotency/idempotent-requests.ts';
import { OwnerGoneError } from '#server/storage/owner-gone.ts';
import { StorageUnavailableError } from '#server/storage/unavailable.ts';
import { DESK_REFUSAL_SCHEMA } from '#wire/desk/names.ts';
import type { DeskRefusalBody, DeskRefusalCode } from '#wire/desk/refusal.ts';

/** A refused call of the desk. */
export class DeskRefusal extends Error {
  override readonly name = 'DeskRefusal';
  readonly body: DeskRefusalBody;

  constructor(code: DeskRefusalCode, details: Omit<DeskRefusalBody, 'code'> = {}) {
    super(code);
    this.body = { code, ...details };
  }
}

/** The HTTP status of a refusal. */
type Status = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 503;

const STATUSES: Readonly<Partial<Record<DeskRefusalCode, Status>>> = {
  signedOut: 401,
  csrf: 403,
  proofStale: 403,
  role: 403,
  higherRole: 403,
  lastAdministrator: 403,
  ownAccount: 403,
  noAccount: 404,
  noFactor: 404,
  noClient: 404,
  noNotice: 404,
  noJob: 404,
  notFound: 404,
  taken: 409,
  tooBig: 413,
  otherSubmission: 422,
  tooMany: 429,
  storage: 503,
  fault: 500,
};

/** The HTTP status of a refusal; 400 for all codes that are not in the table. */
export const statusOf = ({ code }: DeskRefusalBody): Status => STATUSES[code] ?? 400;

/** The body of the answer to a refused admin action. */
function bodyOfAdministrationRefusal({ reason, problems }: AdministrationRefusal): DeskRefusalBody {
  if (reason === 'tooMany') return { code: 'tooManyLinks' };
  // No call of the help desk sets a password, so these reasons are not expected.
  if (reason === 'weakPassword' || reason === 'commonPassword') return { code: 'invalid' };
  return reason === 'invalid'
    ? { code: 'invalid', fields: [...new Set(problems.map(({ field }) => field))] }
    : { code: reason };
}

/** The body of the answer to an error of the SCIM code, which identity sources and the help desk share. */
function bodyOfScimError({ status, scimType, fields }: ScimError): DeskRefusalBody {
  if (status === 404) return { code: 'noAccount' };
  if (scimType === 'uniqueness') return { code: 'taken' };
  if (scimType === 'mutability') return { code: 'idStays' };
  return { code: 'invalid', ...(fields.length > 0 && { fields }) };
}

/** The SCIM error keywords (`scimType`) of some refusals. */
const SCIM_TYPES: Readonly<Partial<Record<DeskRefusalCode, ScimType>>> = {
  taken: 'uniqueness',
  idStays: 'mutability',
  invalid: 'invalidValue',
  reasonNeeded: 'invalidValue',
};

/** The SCIM error keywords (`scimType`) of invalid parameters. */
const PARAMETER_TYPES: Readonly<Record<string, ScimType>> = {
  filter: 'invalidFilter',
  cursor: 'invalidCursor',
  count: 'invalidCount',
};

/** The answer to a refused SCIM call, with the refusal as an extension (RFC 7644, section 3.12). */
export function scimRefusal(refusal: DeskRefusalBody, headers: Readonly<Record<string, string>>): Response {
  const { code, fields = [] } = refusal;
  const error = {
    status: statusOf(refusal),
    scimType: PARAMETER_TYPES[fields[0] ?? ''] ?? SCIM_TYPES[code] ?? null,
    message: `The help desk refuses the call: ${[code, ...fields].join(' ')}.`,
    headers,
  };
  return errorResponse(error, { [DESK_REFUSAL_SCHEMA]: refusal });
}

/** The body of the answer to an error. An unexpected error is logged. */
export function refusalBody(error: unknown): DeskRefusalBody {
  if (error instanceof DeskRefusal) return error.body;
  if (error instanceof AdministrationRefusal) return bodyOfAdministrationRefusal(error);
  if (error instanceof ScimError) return bodyOfScimError(error);
  if (error instanceof StorageUnavailableError || error instanceof TakenOverError) return { code: 'storage' };
  if (error instanceof OwnerGoneError) return { code: 'noAccount' };
  log.fault(error);
  return { code: 'fault' };
}
