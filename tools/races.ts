import { parseArgs } from 'node:util';
import { readOptions } from '#atlas/usage.ts';
import { run } from '#tools/test/process.ts';

const { values } = readOptions('Usage: npm run races -- [--schedules 100 (runs of each race)]', () =>
  parseArgs({ options: { schedules: { type: 'string', default: '100' } } }),
);

process.exitCode = await run('vitest', ['run', 'tests/races'], {
  MUNJIGI_TEST_ALL: '1',
  RACE_SCHEDULES: values.schedules,
});
