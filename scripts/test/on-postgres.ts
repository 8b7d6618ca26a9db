import { startPostgres } from '#scripts/postgres/server.ts';
import { TEMPLATE_VARIABLE } from '#scripts/postgres/template.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';

/** Does `work` beside a PostgreSQL; its environment gives each test of the server a database of its own there. */
export async function onPostgres<Value>(
  work: (env: Readonly<Record<string, string>>) => Promise<Value>,
): Promise<Value> {
  const postgres = await startPostgres();
  try {
    const template = await postgres.createDatabase();
    await (await openPostgresDatabase(template)).close();
    return await work({ [TEMPLATE_VARIABLE]: template });
  } finally {
    await postgres.close();
  }
}
