import { join, resolve } from 'node:path';
import { runKeys } from '#scripts/keys/run.ts';
import { explainStart } from '#scripts/start/explain.ts';
import { labOrigin, readSettings } from '#scripts/start/settings.ts';
import { loadConfig } from '#server/config/load.ts';
import { openAudit } from '#server/operations/audit/open.ts';
import { log } from '#server/operations/log.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';

async function main(args: readonly string[]): Promise<void> {
  const { port, labPort, dataDir: told, databaseUrl } = readSettings(process.env, []);
  const publicUrl = `http://localhost:${port}`;
  const config = loadConfig(process.env, { publicUrl, labOrigin: labOrigin(labPort) });
  const dataDir = resolve(join(import.meta.dirname, '..'), told ?? '.data');
  const storage = databaseUrl === null ? null : await openPostgresDatabase(databaseUrl);
  const opened = openAudit(config.audit, { dataDir, now: Date.now, failed: log.fault });
  try {
    const print = (line: string): void => console.log(line);
    await runKeys(args, { config, storage, dataDir, audit: opened.audit, now: Date.now, print });
  } finally {
    opened.close();
    await storage?.close();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(explainStart(error));
  process.exitCode = 1;
}
