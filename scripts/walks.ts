import { parseArgs } from 'node:util';
import { run } from '#scripts/test/process.ts';

const { values } = parseArgs({
  options: {
    walks: { type: 'string', default: '10000' },
    events: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
  },
});

process.exitCode = await run('vitest', ['run', 'tests/walks'], {
  WALKS: values.walks,
  WALK_EVENTS: values.events,
  WALK_SEED: values.seed,
});
