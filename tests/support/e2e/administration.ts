import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHEAP_HASHING, type ConfigFile, type Site } from '#tests/support/e2e/site.ts';

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, '..', '..', '..');

const portOf = (origin: string): string => new URL(origin).port;

/** Returns a function that runs `npm run admin` for a running site and resolves to its output. */
export async function adminCommandOf({ portal, lab, dataDir, databaseUrl }: Site, file: ConfigFile) {
  const config = join(dataDir, 'config.json');
  await writeFile(config, JSON.stringify({ argon2: CHEAP_HASHING, ...file }));
  const env = {
    ...process.env,
    PORT: portOf(portal),
    LAB_PORT: portOf(lab),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    MUNJIGI_CONFIG: config,
  };
  return async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run(process.execPath, ['cli/admin.ts', ...args, '--operator', 'park'], {
      cwd: ROOT,
      env,
      maxBuffer: 16 * 1024 * 1024,
    });
    return stdout;
  };
}
