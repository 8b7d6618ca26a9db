import * as v from 'valibot';
import { type AccountEntry, account } from '#server/config/account.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { ACCOUNT_FIELDS, type AccountField } from '#wire/desk/people.ts';
import { problemOfIssue, type ValueProblem, valueProblem } from './value-problems.ts';

/** The names of the account fields that operators can change. Their values are texts; an absent value is empty. */
export const FIELDS = ACCOUNT_FIELDS;

export type Field = AccountField;
export type Fields = Readonly<Record<Field, string>>;

/** New values of fields; absent fields stay unchanged. */
export type FieldChanges = Readonly<Partial<Record<Field, string>>>;

/** The problem of an invalid value, and the field that has the value. */
export type FieldProblem = ValueProblem & { readonly field: Field };

/** A changed value. The names of groups are separated by `|`. */
export type Difference = { readonly field: Field | 'groups'; readonly from: string; readonly to: string };

const EMPTY_FIELDS = Object.fromEntries(FIELDS.map((field) => [field, ''])) as Fields;

/** The fields of a new account. */
export const NEW_FIELDS: Fields = { ...EMPTY_FIELDS, role: 'user', userType: 'LOCAL', status: 'active' };

/** The fields of an account. */
export const fieldsOf = (entry: Account): Fields => ({
  userId: entry.userId,
  nameKo: entry.name.ko,
  nameEn: entry.name.en,
  lastNameKo: entry.lastName?.ko ?? '',
  lastNameEn: entry.lastName?.en ?? '',
  firstNameKo: entry.firstName?.ko ?? '',
  firstNameEn: entry.firstName?.en ?? '',
  role: entry.role,
  userType: entry.userType,
  status: entry.status,
  usageFrom: entry.usagePeriod?.from ?? '',
  usageUntil: entry.usagePeriod?.until ?? '',
  hoursFrom: entry.usageHours?.from ?? '',
  hoursUntil: entry.usageHours?.until ?? '',
  phoneNumber: entry.phoneNumber ?? '',
  internalMail: entry.internalMail ?? '',
  privateMail: entry.privateMail ?? '',
});

/** The path of each field in the schema of an account entry. */
const SCHEMA_PATHS: Readonly<Record<Field, string>> = {
  userId: 'userId',
  nameKo: 'name.ko',
  nameEn: 'name.en',
  lastNameKo: 'lastName.ko',
  lastNameEn: 'lastName.en',
  firstNameKo: 'firstName.ko',
  firstNameEn: 'firstName.en',
  role: 'role',
  userType: 'userType',
  status: 'status',
  usageFrom: 'usagePeriod.from',
  usageUntil: 'usagePeriod.until',
  hoursFrom: 'usageHours.from',
  hoursUntil: 'usageHours.until',
  phoneNumber: 'phoneNumber',
  internalMail: 'internalMail',
  privateMail: 'privateMail',
};

/** The names in both languages; a missing name is replaced with the name in the other language. */
const inBothLanguages = (ko: string, en: string) => ({ ko: ko || en, en: en || ko });

/** An object with one key if the condition is truthy; otherwise an empty object. */
const fieldIf = <Key extends string, Value>(key: Key, value: Value, condition: unknown) =>
  condition ? { [key]: value } : {};

/** The values of an account entry from fields, not validated. */
const entryValues = (fields: Fields) => ({
  userId: fields.userId,
  name: inBothLanguages(fields.nameKo, fields.nameEn),
  ...fieldIf(
    'lastName',
    inBothLanguages(fields.lastNameKo, fields.lastNameEn),
    fields.lastNameKo || fields.lastNameEn,
  ),
  ...fieldIf(
    'firstName',
    inBothLanguages(fields.firstNameKo, fields.firstNameEn),
    fields.firstNameKo || fields.firstNameEn,
  ),
  role: fields.role,
  userType: fields.userType,
  status: fields.status,
  ...fieldIf(
    'usagePeriod',
    {
      ...fieldIf('from', fields.usageFrom, fields.usageFrom),
      ...fieldIf('until', fields.usageUntil, fields.usageUntil),
    },
    fields.usageFrom || fields.usageUntil,
  ),
  ...fieldIf(
    'usageHours',
    { from: fields.hoursFrom, until: fields.hoursUntil },
    fields.hoursFrom || fields.hoursUntil,
  ),
  ...fieldIf('phoneNumber', fields.phoneNumber, fields.phoneNumber),
  ...fieldIf('internalMail', fields.internalMail, fields.internalMail),
  ...fieldIf('privateMail', fields.privateMail, fields.privateMail),
});

/** The field at a path of the schema, or below the path. */
const fieldAt = (path: string): Field =>
  FIELDS.find((field) => SCHEMA_PATHS[field] === path) ??
  FIELDS.find((field) => SCHEMA_PATHS[field].startsWith(`${path}.`)) ??
  'userId';

const problemOf = (issue: v.BaseIssue<unknown>): FieldProblem => ({
  field: fieldAt((issue.path ?? []).map(({ key }) => String(key)).join('.')),
  ...problemOfIssue(issue),
});

/** Control characters are not allowed, because they would break the lines of lists and messages. */
const CONTROL_CHARACTER = /\p{Cc}/u;

/** The fields as an account entry (the format of the configuration), or the problems of invalid fields. */
export function entryOf(
  fields: Fields,
): { readonly entry: AccountEntry } | { readonly problems: readonly FieldProblem[] } {
  const withControlCharacters = FIELDS.filter((field) => CONTROL_CHARACTER.test(fields[field]));
  if (withControlCharacters.length > 0) {
    return {
      problems: withControlCharacters.map((field) => ({ field, ...valueProblem('controlCharacters') })),
    };
  }
  const parsed = v.safeParse(account, entryValues(fields));
  return parsed.success ? { entry: parsed.output } : { problems: parsed.issues.map(problemOf) };
}

/** An account entry as an account. */
export const accountOf = (entry: AccountEntry): Account => ({
  userId: entry.userId,
  name: entry.name,
  lastName: entry.lastName ?? null,
  firstName: entry.firstName ?? null,
  role: entry.role,
  userType: entry.userType,
  status: entry.status,
  suspended: null,
  usagePeriod: entry.usagePeriod ?? null,
  usageHours: entry.usageHours ?? null,
  phoneNumber: entry.phoneNumber ?? null,
  internalMail: entry.internalMail ?? null,
  privateMail: entry.privateMail ?? null,
});

/** The fields with the changes applied. Spaces around the new values are removed. */
export const withChanges = (before: Fields, changes: FieldChanges): Fields => ({
  ...before,
  ...Object.fromEntries(Object.entries(changes).map(([field, value]) => [field, value.trim()])),
});

/** The differences between the fields before and after a change, in the order of `FIELDS`. */
export const differences = (before: Fields, after: Fields): readonly Difference[] =>
  FIELDS.filter((field) => before[field] !== after[field]).map((field) => ({
    field,
    from: before[field],
    to: after[field],
  }));
