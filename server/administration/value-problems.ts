import type * as v from 'valibot';
import type { ImportProblem } from '#wire/desk/import.ts';

/** A problem of a value, with the values for the placeholders in the problem's text. */
export type ValueProblem = {
  readonly problem: ImportProblem;
  readonly values: Readonly<Record<string, string>>;
};

export const valueProblem = (
  problem: ImportProblem,
  values: Readonly<Record<string, string>> = {},
): ValueProblem => ({ problem, values });

/** The English texts of problems, for the command line and SCIM. They have placeholders in braces. */
const TEXTS: Readonly<Record<ImportProblem, string>> = {
  alreadyThere: 'exists already: passwordHash is for new accounts only',
  controlCharacters: 'must be one line without control characters',
  credentialLeftOut: 'is not imported',
  csvSyntax: 'cannot be read as CSV: {detail}',
  date: 'must be a date such as {example}',
  directoryPassword: 'is stored in a directory: set userType to EXTERNAL, or send a link',
  empty: 'must not be empty',
  encoding: 'is neither UTF-8 nor CP949, or may be both',
  groupName: 'names are one line of at most {max} characters',
  hash: 'must be a hash of a supported kind',
  higherRole: 'has a higher role at the desk',
  ldifChange: 'must be add, not {found}',
  ldifLine: 'must be an attribute and its value',
  mail: 'must be a mail address',
  missing: 'is missing',
  notAccounts: 'must be an array of accounts',
  notJson: 'is not JSON: {detail}',
  notRealm: 'must be the export of a realm with its users',
  notText: 'must be a text',
  oneOf: 'must be one of {known}',
  otpLeftOut: 'is not imported: the person registers an app or a card again',
  ownAccount: 'is your own account',
  passkeyLeftOut: 'is not imported: the person registers a passkey again',
  sameAs: 'is the same as in {place}',
  time: 'must be a time of day such as {example}',
  tooLong: 'must have at most {max} characters',
  unknownField: 'is unknown or repeated; the fields are {known}',
  unknownHash: 'is a hash of an unknown kind: the person gets no password; send them a link',
  wrongCells: 'has {found} cells, not {expected}',
  wrongType: 'must be {expected}',
};

/** The English text of a problem, which follows the name of a field. */
export const problemText = ({ problem, values }: ValueProblem): string =>
  TEXTS[problem].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** The values of a picklist, such as `("user" | "admin")`, separated by commas. */
const picklistText = (expected: string): string => expected.replaceAll(/["()]/g, '').replaceAll(' | ', ', ');

/** The problem that an issue of a schema reports. */
export function problemOfIssue({
  type,
  expected,
  received,
  requirement,
  message,
}: v.BaseIssue<unknown> & { readonly requirement?: unknown }): ValueProblem {
  if (type === 'min_length') return valueProblem('empty');
  if (type === 'max_length') return valueProblem('tooLong', { max: String(requirement) });
  if (type === 'email') return valueProblem('mail');
  if (type === 'iso_date') return valueProblem('date', { example: '2026-01-31' });
  if (type === 'iso_time') return valueProblem('time', { example: '09:00' });
  if (type === 'picklist') return valueProblem('oneOf', { known: picklistText(expected ?? '') });
  if (type === 'parse_json') return valueProblem('notJson', { detail: message });
  if (received === 'undefined') return valueProblem('missing');
  if (type === 'string') return valueProblem('notText');
  return valueProblem('wrongType', { expected: expected ?? '' });
}
