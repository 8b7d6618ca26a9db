import { CompiledQuery, type QueryResult } from 'kysely';
import { isReadStatement } from '#server/storage/gather.ts';
import type { Row, SqlValue } from '#server/storage/statement.ts';
import { BINARY_COLUMNS } from '#server/storage/tables.ts';

/** A binary value as PostgreSQL writes it into JSON. */
const HEX_VALUE = /^\\x[\da-f]*$/;

const decodedValue = (column: string, value: SqlValue): SqlValue =>
  BINARY_COLUMNS.has(column) && typeof value === 'string' && HEX_VALUE.test(value)
    ? Buffer.from(value.slice(2), 'hex')
    : value;

const decodedRow = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, decodedValue(column, value)]));

const returnsRows = (query: CompiledQuery): boolean =>
  isReadStatement(query) || /\bRETURNING\b/i.test(query.sql);

/**
 * Combines statements into one statement of PostgreSQL (WITH queries). All of them see the same state of the database,
 * and a statement does not see the writes of the other statements.
 */
export function combineStatements(queries: readonly CompiledQuery[]): CompiledQuery {
  let parameterOffset = 0;
  const parts = queries.map((query, index) => {
    const text = query.sql.replace(/\$(\d+)/g, (_, number) => `$${parameterOffset + Number(number)}`);
    parameterOffset += query.parameters.length;
    return `q${index} AS (${text}${returnsRows(query) ? '' : ' RETURNING 1 AS written'})`;
  });
  const results = queries.map((query, index) =>
    returnsRows(query)
      ? `(SELECT json_agg(q${index}) FROM q${index}) AS q${index}`
      : `(SELECT count(*) FROM q${index}) AS q${index}`,
  );
  return CompiledQuery.raw(
    `WITH ${parts.join(', ')} SELECT ${results.join(', ')}`,
    queries.flatMap(({ parameters }) => parameters),
  );
}

/** The results of the single statements, from the result of the combined statement. */
export function resultsOf(
  queries: readonly CompiledQuery[],
  { rows }: QueryResult<Record<string, unknown>>,
): readonly QueryResult<Row>[] {
  return queries.map((query, index) => {
    const result = rows[0]?.[`q${index}`];
    if (!returnsRows(query)) return { rows: [], numAffectedRows: BigInt(Number(result)) };
    const resultRows = ((result ?? []) as readonly Row[]).map(decodedRow);
    return { rows: resultRows, numAffectedRows: BigInt(resultRows.length) };
  });
}
