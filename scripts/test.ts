import { parseArgs } from 'node:util';
import { runQuick } from '#scripts/test/quick.ts';
import { conclude, runStages } from '#scripts/test/stages.ts';
import type { Outcome } from '#scripts/test/step.ts';
import { BESIDE_PROGRAMS, forgetTraces, ON_POSTGRES, STAGES } from '#scripts/test/steps.ts';

const { values } = parseArgs({
  options: { all: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
});
if (values.all) process.env['MUNJIGI_TEST_ALL'] = '1';

async function runWhole(): Promise<readonly Outcome[]> {
  await forgetTraces();
  return runStages(values.all ? [...STAGES, ON_POSTGRES, BESIDE_PROGRAMS] : STAGES);
}

conclude(values.quick ? await runQuick() : await runWhole());
