import { join, resolve } from 'node:path';
import { explainStartError } from '#cli/start/explain.ts';
import { labOrigin, readSettings, type Settings, START_USAGE } from '#cli/start/settings.ts';
import { stopOnSignals } from '#cli/start/stop.ts';
import { loadConfig } from '#server/config/load.ts';
import { NoSiteError } from '#server/http/page/site.ts';
import { isBuilt, isStale } from '#tools/start/freshness.ts';

const ROOT = join(import.meta.dirname, '..');
/** Folder of the built portal. */
const SITE_DIR = join(ROOT, 'dist');

async function build(): Promise<void> {
  const { buildPortal } = await import('#tools/vite/build-portal.ts').catch(() => {
    throw new NoSiteError(SITE_DIR);
  });
  console.log('Building the portal … · 포털을 빌드하는 중 …');
  await buildPortal(ROOT);
}

/** Starts the portal in demo mode, with the lab. */
async function startDemonstration(settings: Settings) {
  const { port, labPort, deskPort, host, dataDir, databaseUrl, dataKeys, fresh, ops } = settings;
  const { greeting } = await import('#tools/start/greeting.ts');
  const { startMunjigi } = await import('#tools/start/run.ts');
  const lab = labOrigin(labPort);
  const config = loadConfig(process.env, { publicUrl: `http://localhost:${port}`, labOrigin: lab, deskPort });
  if (isStale(ROOT)) await build();
  const running = await startMunjigi({
    config,
    port,
    labPort,
    fresh,
    ...(host && { host }),
    ...(databaseUrl && { databaseUrl }),
    ...(dataKeys && { dataKeys }),
    ...(ops && { ops }),
    dataDir: resolve(ROOT, dataDir ?? '.data'),
    siteDir: SITE_DIR,
  });
  console.log(greeting(config, lab));
  return running;
}

/** Starts only the portal, in production mode. */
async function startInProduction(settings: Settings) {
  if (!isBuilt(ROOT)) await build();
  const { startProduction } = await import('#cli/start/production.ts');
  return startProduction(process.env, settings);
}

try {
  const settings = readSettings(process.env, process.argv.slice(2));
  if (settings.help) console.log(START_USAGE);
  else {
    const isProduction = process.env['MUNJIGI_MODE'] === 'production';
    stopOnSignals(await (isProduction ? startInProduction(settings) : startDemonstration(settings)));
  }
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 1;
}
