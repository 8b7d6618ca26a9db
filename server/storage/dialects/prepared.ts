import type { PostgresPool } from 'kysely';
import pg from 'pg';

/** Maximum number of prepared statements, which take memory in the database. The server has fewer statements. */
const MAX_STATEMENTS = 1_000;

/** Error code after the columns of a table have changed since the statement was planned (feature_not_supported). */
export const PLAN_OUTDATED = '0A000';
/** Error code of a statement that is issued in a transaction after another statement of it has failed. */
const TRANSACTION_FAILED = '25P02';

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof pg.DatabaseError && error.code === code;

/**
 * A pool whose connections prepare each statement once.
 * @param connect calls `make`; calls it again if the database is unreachable for a short time
 */
export function preparingPool(
  pool: pg.Pool,
  connect: (make: () => Promise<pg.PoolClient>) => Promise<pg.PoolClient>,
): PostgresPool {
  const nameByText = new Map<string, string>();
  let statementCount = 0;

  const addName = (text: string): string => {
    statementCount += 1;
    const name = `s${statementCount}`;
    nameByText.set(text, name);
    return name;
  };
  const nameOf = (text: string): string | undefined =>
    nameByText.get(text) ?? (nameByText.size < MAX_STATEMENTS ? addName(text) : undefined);

  const queryWith = (client: pg.PoolClient) => async (text: string, parameters: readonly unknown[]) => {
    const values = [...parameters];
    const name = values.length > 0 ? nameOf(text) : undefined;
    if (name === undefined) return client.query(text, values);
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      if (!hasCode(error, PLAN_OUTDATED)) throw error;
      // A concurrent call may have given the statement another name already.
      const retryName = nameByText.get(text) === name ? addName(text) : nameOf(text);
      return await client
        .query({ ...(retryName && { name: retryName }), text, values })
        .catch((secondError: unknown) => {
          throw hasCode(secondError, TRANSACTION_FAILED) ? error : secondError;
        });
    }
  };

  return {
    options: pool.options,
    connect: async () => {
      const client = await connect(() => pool.connect());
      return {
        // The other overload streams rows, which is not supported.
        query: queryWith(client) as never,
        release: (isLost) => client.release(isLost),
      };
    },
    end: () => pool.end(),
  };
}
