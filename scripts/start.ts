import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { explainStart } from '#scripts/start/explain.ts';
import { isBuilt, isStale } from '#scripts/start/freshness.ts';
import { greeting } from '#scripts/start/greeting.ts';
import { watchParent } from '#scripts/start/parent.ts';
import { labOrigin, startMunjigi } from '#scripts/start/run.ts';
import { readSettings, START_USAGE } from '#scripts/start/settings.ts';
import { loadConfig } from '#server/config/load.ts';
import { NoSiteError } from '#server/http/page/site.ts';
import { beginLog, log } from '#server/operations/log.ts';

const ROOT = join(import.meta.dirname, '..');

async function build(): Promise<void> {
  const vite = await import('vite').catch(() => {
    throw new NoSiteError(join(ROOT, 'dist'));
  });
  console.log('Building the portal … · 포털을 빌드하는 중 …');
  await vite.build({ root: ROOT, logLevel: 'warn' });
}

async function main(): Promise<void> {
  const { port, labPort, host, dataDir, databaseUrl, fresh, help, logLevel, ops, probeSeconds } =
    readSettings(process.env, process.argv.slice(2));
  if (help) return console.log(START_USAGE);
  const lab = labOrigin(labPort);
  const config = loadConfig(process.env, { publicUrl: `http://localhost:${port}`, labOrigin: lab });
  const isProduction = config.mode === 'production';
  if (isProduction) beginLog(logLevel, config.audit.to === 'stdout' ? 'stderr' : 'stdout');
  if (isProduction ? !isBuilt(ROOT) : isStale(ROOT)) await build();

  const running = await startMunjigi({
    config,
    port,
    labPort,
    fresh,
    ...(host && { host }),
    ...(databaseUrl && { databaseUrl }),
    dataDir: resolve(ROOT, dataDir ?? '.data'),
    siteDir: join(ROOT, 'dist'),
    ...(ops && { ops, announced: () => setTimeout(probeSeconds * 1000) }),
    answered: log.request,
  });
  console.log(greeting(config, lab));

  const stop = () => {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    unwatch();
    void running.close();
  };
  const isByNpm = process.env['npm_lifecycle_event'] !== undefined;
  const unwatch = isByNpm ? watchParent({ parent: () => process.ppid, ended: stop }) : () => undefined;
  process.on('SIGINT', stop).on('SIGTERM', stop);
}

try {
  await main();
} catch (error) {
  console.error(explainStart(error));
  process.exitCode = 1;
}
