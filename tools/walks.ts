import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readOptions } from '#atlas/usage.ts';
import { isStale } from '#tools/start/freshness.ts';
import { run } from '#tools/test/process.ts';

const ROOT = join(import.meta.dirname, '..');
const USAGE = 'Usage: npm run walks -- [--page | --forms] [--walks 10000] [--events 50] [--seed 1]';

const { values } = readOptions(USAGE, () =>
  parseArgs({
    options: {
      page: { type: 'boolean', default: false },
      forms: { type: 'boolean', default: false },
      walks: { type: 'string' },
      events: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  }),
);

/** Explores the machines, and the page in jsdom. */
const walkMachines = (): Promise<number> =>
  run('vitest', ['run', 'tests/walks/machines.test.ts', 'tests/walks/page.test.tsx'], {
    WALKS: values.walks ?? '10000',
    WALK_EVENTS: values.events ?? '50',
    WALK_SEED: values.seed,
  });

/** Explores the pages for browsers without scripts, with a server in the same process. */
const walkForms = (): Promise<number> =>
  run('vitest', ['run', 'tests/walks/forms.test.ts'], {
    FORM_WALKS: values.walks ?? '2000',
    FORM_WALK_EVENTS: values.events ?? '25',
    FORM_WALK_SEED: values.seed,
  });

/** Explores the built page in Chromium, with a server in another process. */
async function walkPage(): Promise<number> {
  const buildExitCode = isStale(ROOT) ? await run('npm', ['run', '--silent', 'build']) : 0;
  if (buildExitCode !== 0) return buildExitCode;
  return run('playwright', ['test', '--reporter=line', 'tests/e2e/walks.test.ts'], {
    PAGE_WALKS: values.walks ?? '500',
    PAGE_WALK_EVENTS: values.events ?? '40',
    PAGE_WALK_SEED: values.seed,
  });
}

process.exitCode = await (values.page ? walkPage() : values.forms ? walkForms() : walkMachines());
