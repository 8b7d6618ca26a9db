import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { PLAN_OUTDATED, preparingPool } from '#server/storage/dialects/prepared.ts';

const errorWith = (code: string): Error =>
  Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code });

/** Opens a connection whose first answers are these errors. */
async function connect(errors: readonly Error[]) {
  const remaining = [...errors];
  const query = vi.fn(async (_query: { readonly name?: string; readonly text: string }) => {
    const error = remaining.shift();
    if (error) throw error;
    return { rows: [], rowCount: 0 };
  });
  const client = { query, release: () => undefined } as unknown as pg.PoolClient;
  const pool = { options: {}, connect: async () => client, end: async () => undefined } as unknown as pg.Pool;
  const { query: run } = await preparingPool(pool, (open) => open()).connect();
  const send = run as unknown as (text: string, values: readonly unknown[]) => Promise<unknown>;
  return {
    runStatement: () => send('SELECT $1', [1]),
    names: () => query.mock.calls.map(([{ name }]) => name),
  };
}

test('a prepared statement gets a new name when its plan is invalid', async () => {
  const { runStatement, names } = await connect([errorWith(PLAN_OUTDATED)]);
  await runStatement();
  await runStatement();
  expect(names()).toEqual(['s1', 's2', 's2']);
});

test('a statement that fails for another reason is not prepared again', async () => {
  const { runStatement, names } = await connect([errorWith('23505')]);
  await expect(runStatement()).rejects.toMatchObject({ code: '23505' });
  expect(names()).toEqual(['s1']);
});

test('a failed transaction is reported with its first error', async () => {
  const { runStatement } = await connect([errorWith(PLAN_OUTDATED), errorWith('25P02')]);
  await expect(runStatement()).rejects.toMatchObject({ code: PLAN_OUTDATED });
});
