import type { DeskKey, DeskText } from '#desk/app/text.ts';
import type { Failure } from '#machines/shared/result.ts';

/** By code of a refusal: the key of its text. Other codes have a general text. */
const TEXTS_BY_CODE: Readonly<Record<string, DeskKey>> = {
  csrf: 'desk.failure.csrf',
  role: 'desk.failure.role',
  higherRole: 'desk.failure.higherRole',
  lastAdministrator: 'desk.failure.lastAdministrator',
  ownAccount: 'desk.failure.ownAccount',
  reasonNeeded: 'desk.failure.reasonNeeded',
  invalid: 'desk.failure.invalid',
  tooMany: 'desk.failure.tooMany',
  tooBig: 'desk.failure.tooBig',
  noAccount: 'desk.failure.noAccount',
  taken: 'desk.failure.taken',
  idStays: 'desk.failure.idStays',
  noFactor: 'desk.failure.noFactor',
  noPassword: 'desk.failure.noPassword',
  notLocal: 'desk.failure.notLocal',
  notActive: 'desk.failure.notActive',
  noClient: 'desk.failure.noClient',
  nothingMissing: 'desk.failure.nothingMissing',
  tooManyLinks: 'desk.failure.tooManyLinks',
  notSent: 'desk.failure.notSent',
  noNotice: 'desk.failure.noNotice',
  noJob: 'desk.failure.noJob',
  unreadable: 'desk.failure.unreadable',
  storage: 'desk.failure.storage',
};

/** The text for a failed call, which also says what the person can do. */
export function failureText(text: DeskText, failure: Failure): string {
  if (failure.kind === 'unreachable') return text('desk.failure.unreachable');
  if (invalidFieldsOf(failure).includes('list')) return text('desk.bulk.emptyList');
  const key = failure.kind === 'rejected' ? TEXTS_BY_CODE[failure.code] : undefined;
  return text(key ?? 'desk.failure.trouble');
}

/** The names of the fields that the server has refused as invalid. */
export const invalidFieldsOf = (failure: Failure | null): readonly string[] =>
  failure?.kind === 'rejected' && failure.code === 'invalid'
    ? String(failure.details['fields'] ?? '').split(',')
    : [];
