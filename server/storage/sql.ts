/** Inserts rows; the values come row by row in the order of the columns. */
export const insertInto = (table: string, columns: readonly string[], rows = 1): string => {
  const row = `(${columns.map(() => '?').join(', ')})`;
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}`;
};

/** Inserts a row, or writes the columns of the one that has its key. */
export const replaceIn = (table: string, key: readonly string[], columns: readonly string[]): string =>
  `${insertInto(table, [...key, ...columns])} ON CONFLICT (${key.join(', ')})
    DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
