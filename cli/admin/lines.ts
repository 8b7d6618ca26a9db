import type { Difference, Fields } from '#server/administration/fields.ts';
import { localTime } from '#server/login/policy/local-time.ts';

/** Characters that take two columns in a terminal: Hangul, Chinese characters and full-width forms. */
const WIDE_CHARACTER = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/;

/** Width of a text in a terminal, in columns. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (WIDE_CHARACTER.test(character) ? 2 : 1), 0);

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** A text with the rows below each other. Each column is as wide as its widest value. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ''))),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => padded(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A table of accounts, and a last line with the number of accounts of each status. */
export function accountTable(accounts: readonly Fields[], statuses: readonly string[]): string {
  const rows = accounts.map(({ userId, status, role, userType, nameKo, nameEn }) => [
    userId,
    status,
    role,
    userType,
    nameKo === nameEn ? nameKo : `${nameKo} / ${nameEn}`,
  ]);
  const counts = statuses.map(
    (status) => `${accounts.filter((account) => account.status === status).length} ${status}`,
  );
  return `${tableOf([['USER', 'STATUS', 'ROLE', 'TYPE', 'NAME'], ...rows])}\n${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}: ${counts.join(', ')}`;
}

const orDash = (value: string): string => (value === '' ? '–' : value);

/** A text with a line for each changed field. */
export const linesOfDifferences = (differences: readonly Difference[]): string =>
  differences.map(({ field, from, to }) => `    ${field}: ${orDash(from)} → ${orDash(to)}`).join('\n');

/** The local date and time in a time zone for a time in epoch milliseconds. */
export function timeIn(timeZone: string, at: number): string {
  const { date, time } = localTime(at, timeZone);
  return `${date} ${time}`;
}
