import { readSettings } from '#cli/start/settings.ts';
import { loadConfig } from '#server/config/load.ts';
import { hashing } from '#server/login/password/hashing.ts';
import { loadOf } from '#server/operations/load.ts';
import { startMunjigi } from '#tools/start/run.ts';

// The program of one portal of a cluster: starts the portal in production mode and sends `ready` to its parent process.

const { PORT, DATA_DIR = '', DATABASE_URL, SITE_DIR = '', REFUSES_NEW_SESSIONS } = process.env;
const { dataKeys } = readSettings(process.env, []);

const running = await startMunjigi({
  config: loadConfig(process.env, { publicUrl: 'http://localhost', labOrigin: 'http://localhost' }),
  port: Number(PORT),
  labPort: 0,
  host: '127.0.0.1',
  dataDir: DATA_DIR,
  ...(DATABASE_URL && { databaseUrl: DATABASE_URL }),
  ...(dataKeys && { dataKeys }),
  siteDir: SITE_DIR,
  fresh: false,
  ...(REFUSES_NEW_SESSIONS && { isOverloaded: loadOf(hashing.isBusy).isTooHigh }),
});
process.once('SIGTERM', () => {
  process.disconnect?.();
  void running.close();
});
process.send?.('ready');
