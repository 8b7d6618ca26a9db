import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { explainStart } from '#scripts/start/explain.ts';
import { readSettings, SettingsError } from '#scripts/start/settings.ts';
import { KEY_FILES } from '#server/protocols/key-files.ts';
import { dataKeysIn } from '#server/storage/at-rest/data-keys.ts';
import { takeDataFolder } from '#server/storage/folder.ts';
import { carryOver } from '#server/storage/migrations/carry-over.ts';
import { moveAll, NotEmptyError } from '#server/storage/move.ts';
import { openDatabase } from '#server/storage/open.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';

const USAGE = 'Use: npm run storage:move -- --to postgres://user:password@host:5432/database';

function keysIn(folder: string): ReadonlyMap<string, string> {
  const there = Object.entries(KEY_FILES).filter(([, name]) => existsSync(join(folder, name)));
  return new Map(there.map(([key, name]) => [key, readFileSync(join(folder, name), 'utf8')]));
}

/** Carries the SQLite data of DATA_DIR over to PostgreSQL, whole or not at all; the files stay as they are. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  if (!values.to) throw new SettingsError(USAGE);
  const { dataDir, databaseUrl, dataKeys } = readSettings({ ...process.env, DATABASE_URL: values.to }, []);
  const folder = resolve(join(import.meta.dirname, '..'), dataDir ?? '.data');
  const path = join(folder, 'munjigi.sqlite');
  if (databaseUrl === null || !existsSync(path)) throw new SettingsError(`${path} is not there.\n${USAGE}`);
  const taken = takeDataFolder(folder);
  const keys = dataKeys ?? dataKeysIn(folder);
  const from = await openDatabase(path, keys);
  try {
    await carryOver(from, folder);
    const to = await openPostgresDatabase(databaseUrl, keys);
    try {
      const moved = await moveAll(from, to, keysIn(folder));
      for (const { table, rows } of moved) console.log(`${String(rows).padStart(8)}  ${table}`);
      console.log(`Moved. Start with DATABASE_URL from now on; ${folder} is left as it was.`);
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
    taken.release();
  }
}

try {
  await main();
} catch (error) {
  console.error(
    error instanceof NotEmptyError
      ? 'The PostgreSQL database holds accounts already; nothing was moved. Name an empty one.'
      : explainStart(error),
  );
  process.exitCode = 1;
}
