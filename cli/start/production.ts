import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { reloadConfiguration } from '#cli/start/reload.ts';
import type { Settings } from '#cli/start/settings.ts';
import { loadConfig } from '#server/config/load.ts';
import { NoSiteError } from '#server/http/page/site.ts';
import { hashing } from '#server/login/password/hashing.ts';
import { loadOf } from '#server/operations/load.ts';
import { beginLog, log } from '#server/operations/log.ts';
import { createOidcEngine } from '#server/protocols/oidc/index.ts';
import { createSamlEngine } from '#server/protocols/saml/index.ts';
import { startServer } from '#server/start/start.ts';

const PROJECT_FOLDER = join(import.meta.dirname, '..', '..');
const SITE_FOLDER = join(PROJECT_FOLDER, 'dist');

/**
 * Starts the portal for production: without the lab and with structured logs. The signal SIGHUP reloads the
 * configuration (rule 267).
 * @throws NoSiteError when the portal is not built, ConfigError, and the errors of the storage
 */
export async function startProduction(
  env: Readonly<Record<string, string | undefined>>,
  settings: Settings,
): Promise<{ close(): Promise<void> }> {
  const { port, host, dataDir, databaseUrl, dataKeys, fresh, ops, probeSeconds, logLevel } = settings;
  const publicUrl = `http://localhost:${port}`;
  const readConfig = () => loadConfig({ ...env, MUNJIGI_MODE: 'production' }, { publicUrl, labOrigin: '' });
  const config = readConfig();
  if (!existsSync(join(SITE_FOLDER, 'index.html'))) throw new NoSiteError(SITE_FOLDER);
  beginLog(logLevel, config.audit.to === 'stdout' ? 'stderr' : 'stdout');
  const load = loadOf(hashing.isBusy);
  const starting = startServer({
    port,
    ...(host && { host }),
    config,
    dataDir: resolve(PROJECT_FOLDER, dataDir ?? '.data'),
    ...(databaseUrl && { databaseUrl }),
    ...(dataKeys && { dataKeys }),
    siteDir: SITE_FOLDER,
    engines: [createOidcEngine, createSamlEngine],
    fresh,
    ...(ops && { ops, onStopBegun: () => setTimeout(probeSeconds * 1000) }),
    isOverloaded: load.isTooHigh,
    onAnswered: log.request,
  });
  const reload = (): void =>
    void reloadConfiguration({ read: readConfig, apply: async (next) => (await starting).reload(next) });
  process.on('SIGHUP', reload);
  const running = await starting;
  log.info('started', { url: running.url, ops: running.opsPort });
  return {
    async close() {
      log.info('stopping');
      await running.close();
      load.close();
      process.off('SIGHUP', reload);
      log.info('stopped');
    },
  };
}
