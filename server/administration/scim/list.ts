import SCIMMY from 'scimmy';
import { AdministrationRefusal } from '#server/administration/refusal.ts';
import { problemText } from '#server/administration/value-problems.ts';
import { LIST_SCHEMA } from '#wire/scim.ts';
import { MAX_LIST_SIZE } from './discovery.ts';
import { ScimError } from './error.ts';

/** The query parameters of a list. */
export type ListQuery = {
  readonly filter: string | null;
  /** The position of the first resource to return, counted from 1. */
  readonly startIndex: number;
  /** Maximum number of resources to return. */
  readonly count: number;
};

export const userNotFound = (): ScimError => new ScimError(404, null, 'There is no such user.');

const versionMismatch = (): ScimError =>
  new ScimError(412, null, 'The resource has changed since this version was read. Read it again.');

/** The SCIM error for a refused admin action, with a text for the operator of the identity source. */
function scimErrorOf({ reason, problems }: AdministrationRefusal): ScimError {
  if (reason === 'taken') return new ScimError(409, 'uniqueness', 'Another user has this userName.');
  if (reason === 'noAccount') return userNotFound();
  if (reason === 'weakPassword')
    return new ScimError(400, 'invalidValue', 'The password breaks the rules of the portal.');
  if (reason === 'commonPassword') return new ScimError(400, 'invalidValue', 'The password is too common.');
  const fields = [...new Set(problems.map(({ field }) => field))];
  const messages = problems.map((problem) => `${problem.field} ${problemText(problem)}`).join('; ');
  const detail = messages === '' ? `Refused: ${reason}.` : messages;
  return new ScimError(400, 'invalidValue', detail, {}, fields);
}

/** The SCIM error for an error of the library SCIMMY or of an admin action; any other error unchanged. */
function toScimError(error: unknown): unknown {
  if (error instanceof AdministrationRefusal) return scimErrorOf(error);
  if (error instanceof SCIMMY.Types.Error) {
    return new ScimError(error.status, (error.scimType || null) as ScimError['scimType'], error.message);
  }
  return error instanceof TypeError ? new ScimError(400, 'invalidValue', error.message) : error;
}

/** Runs `work` and converts its errors to SCIM errors, except unexpected ones. */
export async function withScimErrors<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw toScimError(error);
  }
}

/**
 * Checks the version of a resource against the header If-Match.
 * @throws ScimError 412 when the resource has another version
 */
export function checkVersion(version: string, ifMatch: string | null): void {
  if (ifMatch === null || ifMatch.trim() === '*') return;
  const versions = ifMatch.split(',').map((item) => item.trim());
  if (!versions.includes(version)) throw versionMismatch();
}

/** The requested page of a list as a SCIM list (RFC 7644, section 3.4.2.4). */
export function listPage(all: readonly object[], { startIndex, count }: ListQuery) {
  const first = Math.max(startIndex, 1);
  const page = all.slice(first - 1, first - 1 + Math.min(Math.max(count, 0), MAX_LIST_SIZE));
  return {
    schemas: [LIST_SCHEMA],
    totalResults: all.length,
    startIndex: first,
    itemsPerPage: page.length,
    Resources: page,
  };
}
