/**
 * SQL that inserts rows. Its placeholders stand for the values of the first row in the order of `columns`, then of the
 * next row.
 */
export const insertInto = (table: string, columns: readonly string[], rows = 1): string => {
  const row = `(${columns.map(() => '?').join(', ')})`;
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}`;
};

/** SQL that inserts a row, or updates `columns` of the existing row with the same values in the columns `key`. */
export const replaceIn = (table: string, key: readonly string[], columns: readonly string[]): string =>
  `${insertInto(table, [...key, ...columns])} ON CONFLICT (${key.join(', ')})
    DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
