import { randomBytes } from 'node:crypto';
import { parseDataKeys } from '#server/storage/at-rest/data-keys.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
import { startPostgres } from '#tools/postgres/server.ts';
import { TEMPLATE_VARIABLE } from '#tools/postgres/template.ts';

/**
 * Starts a PostgreSQL server and runs `work`. The parameter of `work` is the environment in which each server test uses
 * its own database on this server.
 */
export async function onPostgres<Value>(
  work: (env: Readonly<Record<string, string>>) => Promise<Value>,
): Promise<Value> {
  const postgres = await startPostgres();
  try {
    const template = await postgres.createDatabase();
    const db = await openPostgresDatabase(template, parseDataKeys(randomBytes(32).toString('base64')));
    // Each copy of the template encrypts with its own data key, which is possible since no value is encrypted yet.
    await db.prepare('DELETE FROM data_keys').run();
    await db.close();
    return await work({ [TEMPLATE_VARIABLE]: template });
  } finally {
    await postgres.close();
  }
}
