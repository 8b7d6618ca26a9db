import { CompiledQuery, type QueryResult } from 'kysely';
import { isReading } from '#server/storage/gather.ts';
import type { Row, SqlValue } from '#server/storage/statement.ts';
import { BINARY_COLUMNS } from '#server/storage/tables.ts';

/** Binary values in PostgreSQL's JSON. */
const HEX = /^\\x[\da-f]*$/;

const decodedValue = (column: string, value: SqlValue): SqlValue =>
  BINARY_COLUMNS.has(column) && typeof value === 'string' && HEX.test(value)
    ? Buffer.from(value.slice(2), 'hex')
    : value;

const rowOf = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, decodedValue(column, value)]));

const hasRows = (query: CompiledQuery): boolean => isReading(query) || /\bRETURNING\b/i.test(query.sql);

/**
 * Combines statements into one of PostgreSQL (WITH queries): all see the same state, and none sees the writes of
 * another.
 */
export function oneStatement(queries: readonly CompiledQuery[]): CompiledQuery {
  let parameterOffset = 0;
  const parts = queries.map((query, index) => {
    const text = query.sql.replace(/\$(\d+)/g, (_, number) => `$${parameterOffset + Number(number)}`);
    parameterOffset += query.parameters.length;
    return `q${index} AS (${text}${hasRows(query) ? '' : ' RETURNING 1 AS written'})`;
  });
  const results = queries.map((query, index) =>
    hasRows(query)
      ? `(SELECT json_agg(q${index}) FROM q${index}) AS q${index}`
      : `(SELECT count(*) FROM q${index}) AS q${index}`,
  );
  return CompiledQuery.raw(
    `WITH ${parts.join(', ')} SELECT ${results.join(', ')}`,
    queries.flatMap(({ parameters }) => parameters),
  );
}

/** The result of each of the statements. */
export function resultsOf(
  queries: readonly CompiledQuery[],
  { rows }: QueryResult<Record<string, unknown>>,
): readonly QueryResult<Row>[] {
  return queries.map((query, index) => {
    const result = rows[0]?.[`q${index}`];
    if (!hasRows(query)) return { rows: [], numAffectedRows: BigInt(Number(result)) };
    const resultRows = ((result ?? []) as readonly Row[]).map(rowOf);
    return { rows: resultRows, numAffectedRows: BigInt(resultRows.length) };
  });
}
