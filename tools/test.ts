import { parseArgs } from 'node:util';
import { endWith } from '#atlas/usage.ts';
import { INSTALLED_BROWSER } from '#tools/chromium.ts';
import { runQuick } from '#tools/test/quick.ts';
import { conclude, runStages } from '#tools/test/stages.ts';
import type { Outcome } from '#tools/test/step.ts';
import { forgetTraces, ON_INSTALLED_BROWSER, ON_POSTGRES, STAGES, WITH_PROGRAMS } from '#tools/test/steps.ts';

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    browser: { type: 'string', default: 'pinned' },
  },
});
if (!['pinned', 'installed'].includes(values.browser)) endWith('--browser is "pinned" or "installed"');
if (values.browser === 'installed') Object.assign(process.env, INSTALLED_BROWSER);
if (values.all) process.env['MUNJIGI_TEST_ALL'] = '1';

async function runWhole(): Promise<readonly Outcome[]> {
  await forgetTraces();
  return runStages(values.all ? [...STAGES, ON_INSTALLED_BROWSER, ON_POSTGRES, WITH_PROGRAMS] : STAGES);
}

conclude(values.quick ? await runQuick() : await runWhole());
