import { type CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import * as v from 'valibot';
import { FIELDS, type Field, type Fields } from '#server/administration/fields.ts';
import { problemOfIssue, valueProblem } from '#server/administration/value-problems.ts';
import {
  type Entry,
  type FileContent,
  type FileProblem,
  fileContent,
  GROUPS_COLUMN,
  HASH_COLUMN,
  unreadableContent,
} from './content.ts';

const COLUMNS: readonly string[] = [...FIELDS, HASH_COLUMN, GROUPS_COLUMN];

/** A cell that a spreadsheet may evaluate as a formula (its first character may be full-width), or that is escaped. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;
const ESCAPED_FORMULA = /^'+[=+\-@\t\r＝＋－＠]/;

/** The value as a cell that no spreadsheet evaluates as a formula: a formula gets a leading apostrophe. */
export const escapeFormula = (value: string): string => (FORMULA.test(value) ? `'${value}` : value);
const unescapeFormula = (cell: string): string => (ESCAPED_FORMULA.test(cell) ? cell.slice(1) : cell);

/** Accounts as a CSV file. It begins with a byte order mark, because spreadsheets misread Hangul without it. */
export const csvOf = (accounts: readonly Fields[]): string =>
  stringify(
    accounts.map((fields) => FIELDS.map((field) => fields[field])),
    { bom: true, header: true, columns: [...FIELDS], cast: { string: escapeFormula } },
  );

/** The fields that have a value. */
const withoutEmptyFields = (fields: Fields): Partial<Record<Field, string>> =>
  Object.fromEntries(FIELDS.flatMap((field) => (fields[field] === '' ? [] : [[field, fields[field]]])));

/** Accounts as a JSON file. */
export const jsonOf = (accounts: readonly Fields[]): string =>
  `${JSON.stringify(accounts.map(withoutEmptyFields), null, 2)}\n`;

const UNKNOWN_FIELD_PROBLEM = valueProblem('unknownField', { known: COLUMNS.join(', ') });

/** The cells of a row, and the number of its line. */
type CsvRow = { readonly info: { readonly lines: number }; readonly record: readonly string[] };

const CSV_OPTIONS = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true } as const;

/** The rows of a CSV file; a problem when the file is not CSV. */
function csvRows(text: string): readonly CsvRow[] | FileProblem {
  try {
    return parse(text, CSV_OPTIONS) as unknown as readonly CsvRow[];
  } catch (error) {
    const { lines, message } = error as CsvError & { readonly lines?: number };
    return { place: lines ?? 1, field: '', ...valueProblem('csvSyntax', { detail: message }) };
  }
}

/** The different IDs in the column `userId` of a CSV file; null without this column, or when the file is not CSV. */
export function userIdsInCsv(text: string): readonly string[] | null {
  const rows = csvRows(text);
  if ('problem' in rows) return null;
  const [header, ...body] = rows.map(({ record }) => record.map((cell) => unescapeFormula(cell.trim())));
  const column = header?.indexOf('userId') ?? -1;
  if (column < 0) return null;
  return [...new Set(body.map((record) => record[column] ?? ''))].filter((userId) => userId !== '');
}

/**
 * Reads a CSV file whose first line contains the names of the columns. A missing column leaves values unchanged; an
 * empty cell clears a value.
 * @param exactIds whether IDs that differ only in case or width are different
 */
export function readCsv(text: string, exactIds = false): FileContent {
  const rows = csvRows(text);
  if ('problem' in rows) return unreadableContent(rows);
  const [header, ...body] = rows;
  const names = (header?.record ?? []).map((name) => name.trim());
  const invalidColumns = names.filter(
    (name, index) => !COLUMNS.includes(name) || names.indexOf(name) < index,
  );
  if (!names.includes('userId') || invalidColumns.length > 0) {
    const problems = invalidColumns.map((name) => ({ place: 1, field: name, ...UNKNOWN_FIELD_PROBLEM }));
    return names.includes('userId')
      ? unreadableContent(...problems)
      : unreadableContent({ place: 1, field: 'userId', ...valueProblem('missing') }, ...problems);
  }
  const entries: Entry[] = [];
  const problems: FileProblem[] = [];
  for (const { info, record } of body) {
    if (record.length === names.length) {
      const values = Object.fromEntries(
        names.map((name, index) => [name, unescapeFormula(record[index] ?? '')]),
      );
      entries.push({ place: info.lines, values });
    } else {
      const cells = { found: String(record.length), expected: String(names.length) };
      problems.push({ place: info.lines, field: '', ...valueProblem('wrongCells', cells) });
    }
  }
  return fileContent(entries, exactIds, { problems });
}

const jsonEntry = v.strictObject(
  v.entriesFromList(COLUMNS as readonly [string, ...string[]], v.optional(v.nullable(v.string()))),
);

/**
 * Reads a JSON file: an array of objects. A missing key leaves a value unchanged; `null` clears the value.
 * @param exactIds whether IDs that differ only in case or width are different
 */
export function readJson(text: string, exactIds = false): FileContent {
  let parsedJson: unknown;
  try {
    parsedJson = JSON.parse(text);
  } catch (error) {
    return unreadableContent({
      place: 1,
      field: '',
      ...valueProblem('notJson', { detail: (error as Error).message }),
    });
  }
  if (!Array.isArray(parsedJson)) {
    return unreadableContent({ place: 1, field: '', ...valueProblem('notAccounts') });
  }
  const problems: FileProblem[] = [];
  const entries: Entry[] = [];
  for (const [index, value] of parsedJson.entries()) {
    const place = index + 1;
    const parsed = v.safeParse(jsonEntry, value);
    if (parsed.success) {
      const cells = Object.entries(parsed.output).map(([name, text]) => [name, text ?? ''] as const);
      entries.push({ place, values: Object.fromEntries(cells) });
      continue;
    }
    for (const issue of parsed.issues) {
      const field = String(issue.path?.[0]?.key ?? '');
      const isUnknown = issue.type === 'strict_object' && field !== '';
      problems.push({ place, field, ...(isUnknown ? UNKNOWN_FIELD_PROBLEM : problemOfIssue(issue)) });
    }
  }
  return fileContent(entries, exactIds, { problems });
}
