import { parseArgs } from 'node:util';
import { run } from '#scripts/test/process.ts';
import { given } from '#scripts/usage.ts';

const { values } = given('Use: npm run walks -- [--walks 10000] [--events 50] [--seed 1]', () =>
  parseArgs({
    options: {
      walks: { type: 'string', default: '10000' },
      events: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
    },
  }),
);

process.exitCode = await run('vitest', ['run', 'tests/walks'], {
  WALKS: values.walks,
  WALK_EVENTS: values.events,
  WALK_SEED: values.seed,
});
