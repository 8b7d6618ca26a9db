import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { exitWithError } from '#atlas/usage.ts';
import { INSTALLED_BROWSER } from '#tools/chromium.ts';
import { BUDGET } from '#tools/test/budget.ts';
import { runQuick } from '#tools/test/quick.ts';
import { conclude, runStages } from '#tools/test/stages.ts';
import type { Outcome } from '#tools/test/step.ts';
import { deleteTraces, ON_INSTALLED_BROWSER, ON_POSTGRES, STAGES, WITH_PROGRAMS } from '#tools/test/steps.ts';

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    browser: { type: 'string', default: 'pinned' },
  },
});
if (!['pinned', 'installed'].includes(values.browser)) exitWithError('--browser is "pinned" or "installed"');
if (values.browser === 'installed') Object.assign(process.env, INSTALLED_BROWSER);
if (values.all) process.env['MUNJIGI_TEST_ALL'] = '1';

async function runComplete(): Promise<readonly Outcome[]> {
  await deleteTraces();
  if (!values.all) return runStages(STAGES, availableParallelism(), BUDGET);
  return runStages([...STAGES, ON_INSTALLED_BROWSER, ON_POSTGRES, WITH_PROGRAMS]);
}

conclude(values.quick ? await runQuick() : await runComplete());
