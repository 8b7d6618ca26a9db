import { randomBytes } from 'node:crypto';
import { parseDataKeys } from '#server/storage/at-rest/data-keys.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
import { startPostgres } from '#tools/postgres/server.ts';
import { TEMPLATE_VARIABLE } from '#tools/postgres/template.ts';

/**
 * Runs `work` with a PostgreSQL server, and passes the environment in which each server test gets its own database
 * there.
 */
export async function onPostgres<Value>(
  work: (env: Readonly<Record<string, string>>) => Promise<Value>,
): Promise<Value> {
  const postgres = await startPostgres();
  try {
    const template = await postgres.createDatabase();
    const db = await openPostgresDatabase(template, parseDataKeys(randomBytes(32).toString('base64')));
    // The template has no encrypted values, so each copy starts with its own key.
    await db.prepare('DELETE FROM data_keys').run();
    await db.close();
    return await work({ [TEMPLATE_VARIABLE]: template });
  } finally {
    await postgres.close();
  }
}
