import { explainStartError } from '#cli/start/explain.ts';
import { startProduction } from '#cli/start/production.ts';
import { readSettings, START_USAGE } from '#cli/start/settings.ts';
import { stopOnSignals } from '#cli/start/stop.ts';

try {
  const env = { ...process.env, MUNJIGI_MODE: 'production' };
  const settings = readSettings(env, process.argv.slice(2));
  if (settings.help) console.log(START_USAGE);
  else stopOnSignals(await startProduction(env, settings));
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 1;
}
