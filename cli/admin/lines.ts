import type { Difference, Fields } from '#server/administration/fields.ts';
import { localTime } from '#server/login/policy/local-time.ts';

/** Width of a text in a terminal; Hangul and full-width characters take two columns. */
const widthOf = (text: string): number =>
  [...text].reduce(
    (sum, character) =>
      sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(character) ? 2 : 1),
    0,
  );

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Aligns rows in columns, each as wide as its widest value. */
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

/** All accounts, and the number of each status. */
export function listOf(all: readonly Fields[], statuses: readonly string[]): string {
  const rows = all.map(({ userId, status, role, userType, nameKo, nameEn }) => [
    userId,
    status,
    role,
    userType,
    nameKo === nameEn ? nameKo : `${nameKo} / ${nameEn}`,
  ]);
  const counts = statuses.map((status) => `${all.filter((one) => one.status === status).length} ${status}`);
  return `${tableOf([['USER', 'STATUS', 'ROLE', 'TYPE', 'NAME'], ...rows])}\n${all.length} ${all.length === 1 ? 'account' : 'accounts'}: ${counts.join(', ')}`;
}

const orDash = (value: string): string => (value === '' ? '–' : value);

/** One line per changed field. */
export const linesOfDifferences = (all: readonly Difference[]): string =>
  all.map(({ field, from, to }) => `    ${field}: ${orDash(from)} → ${orDash(to)}`).join('\n');

/** Epoch milliseconds as local date and time. */
export function timeIn(timeZone: string, at: number): string {
  const { date, time } = localTime(at, timeZone);
  return `${date} ${time}`;
}
