import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { combineStatements, resultsOf } from '#server/storage/dialects/one-statement.ts';

const QUERIES = [
  CompiledQuery.raw('SELECT * FROM passkeys WHERE user_id = $1', ['kim']),
  CompiledQuery.raw('DELETE FROM passed_checks WHERE session = $1 AND user_id <> $2', [3, 'kim']),
  CompiledQuery.raw('INSERT INTO sessions (seen_at) VALUES ($1) RETURNING session', [5]),
];

test('several statements are combined into one, with all placeholders', () => {
  const { sql, parameters } = combineStatements(QUERIES);
  expect(sql).toBe(
    'WITH q0 AS (SELECT * FROM passkeys WHERE user_id = $1), ' +
      'q1 AS (DELETE FROM passed_checks WHERE session = $2 AND user_id <> $3 RETURNING 1 AS written), ' +
      'q2 AS (INSERT INTO sessions (seen_at) VALUES ($4) RETURNING session) ' +
      'SELECT (SELECT json_agg(q0) FROM q0) AS q0, (SELECT count(*) FROM q1) AS q1, ' +
      '(SELECT json_agg(q2) FROM q2) AS q2',
  );
  expect(parameters).toEqual(['kim', 3, 'kim', 5]);
});

test('each combined statement has its own result, with bytes as bytes', () => {
  const row = { q0: [{ name: '\\x41', public_key: '\\x0102' }], q1: 2, q2: null };
  expect(resultsOf(QUERIES, { rows: [row] })).toEqual([
    { rows: [{ name: '\\x41', public_key: Buffer.from([1, 2]) }], numAffectedRows: 1n },
    { rows: [], numAffectedRows: 2n },
    { rows: [], numAffectedRows: 0n },
  ]);
});
