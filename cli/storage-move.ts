import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { explainStartError } from '#cli/start/explain.ts';
import { readSettings, SettingsError } from '#cli/start/settings.ts';
import { moveFolder } from '#cli/storage-move/move-folder.ts';
import { loadDataKeys } from '#server/storage/at-rest/data-keys.ts';
import { NotEmptyError } from '#server/storage/move.ts';

const USAGE = 'Usage: npm run storage:move -- --to postgres://user:password@host:5432/database';

/**
 * Copies the SQLite data in DATA_DIR to a PostgreSQL database in one transaction. The files in DATA_DIR do not change.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  if (!values.to) throw new SettingsError(USAGE);
  const { dataDir, databaseUrl, dataKeys } = readSettings({ ...process.env, DATABASE_URL: values.to }, []);
  const folder = resolve(join(import.meta.dirname, '..'), dataDir ?? '.data');
  const path = join(folder, 'munjigi.sqlite');
  if (databaseUrl === null || !existsSync(path)) throw new SettingsError(`${path} does not exist.\n${USAGE}`);
  const copiedTables = await moveFolder(folder, databaseUrl, dataKeys ?? loadDataKeys(folder));
  for (const { table, rowCount } of copiedTables) console.log(`${String(rowCount).padStart(8)}  ${table}`);
  console.log(`Moved. From now on, start with DATABASE_URL; ${folder} was not changed.`);
}

try {
  await main();
} catch (error) {
  console.error(
    error instanceof NotEmptyError
      ? 'The PostgreSQL database already contains accounts; nothing was moved. Name an empty database.'
      : explainStartError(error),
  );
  process.exitCode = 1;
}
