import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { projectFiles } from '#tools/source/project-files.ts';
import { selectWithin } from '#tools/test/choice.ts';
import { runStages } from '#tools/test/stages.ts';
import { ONE_PASSED, type Step } from '#tools/test/step.ts';
import { testsThatRead } from '#tools/test/tests-that-read.ts';
import { timeOf } from '#tools/test/times.ts';

describe('tests selected for a time limit', () => {
  const TIMES = { 'long.test.ts': 9000, 'short.test.ts': 100, 'changed.test.ts': 5000 };
  const FILES = Object.keys(TIMES);
  const selectFor = (budget: number) => selectWithin(FILES, new Set(['changed.test.ts']), TIMES, budget);

  test('are all tests when there is enough time', () => {
    expect(selectFor(100_000)).toEqual({
      chosen: ['changed.test.ts', 'short.test.ts', 'long.test.ts'],
      skipped: [],
    });
  });

  test('are the changed tests first, then the shortest tests, and skipped tests are listed', () => {
    expect(selectFor(6000)).toEqual({
      chosen: ['changed.test.ts', 'short.test.ts'],
      skipped: ['long.test.ts'],
    });
    expect(selectFor(5500)).toEqual({
      chosen: ['changed.test.ts'],
      skipped: ['short.test.ts', 'long.test.ts'],
    });
    expect(selectFor(-1).chosen).toEqual([]);
  });

  test('are more in parallel, but never a test that alone takes longer than the limit', () => {
    const selectInParallel = (limit: number) =>
      selectWithin(FILES, new Set(['long.test.ts']), TIMES, limit, 2).chosen;
    expect(selectInParallel(9400)).toEqual(['long.test.ts', 'short.test.ts', 'changed.test.ts']);
    expect(selectInParallel(9000)).toEqual(['short.test.ts', 'changed.test.ts']);
  });

  test('have a default duration if no duration was measured', () => {
    expect(selectWithin(['new.test.ts'], new Set(), {}, 1000).skipped).toEqual(['new.test.ts']);
    expect(selectWithin(['new.test.ts'], new Set(), {}, 3000).chosen).toEqual(['new.test.ts']);
  });
});

describe('tests that read a file', () => {
  const files = [
    { path: 'tests/a.test.ts', text: `readFileSync(new URL(\`../i18n/\${file}\`, import.meta.url))` },
    { path: 'tests/b.test.ts', text: "import { styles } from './styles.ts';" },
    { path: 'tests/styles.ts', text: "export const styles = projectFiles('src/**/*.css');" },
    { path: 'tests/c.test.ts', text: "readFileSync(join(ROOT, 'docs', 'config.md'))" },
    { path: 'tests/d.test.ts', text: "expect('i18n/ko.json').toBe('')" },
  ];

  test('are found through a path, a pattern or a file name in the source or in an imported support file', () => {
    expect(testsThatRead(['i18n/ko.json'], files)).toEqual(['tests/a.test.ts']);
    expect(testsThatRead(['src/ui/base.css'], files)).toEqual(['tests/b.test.ts']);
    expect(testsThatRead(['docs/config.md'], files)).toEqual(['tests/c.test.ts']);
    expect(testsThatRead(['server/start/app.ts'], files)).toEqual([]);
  });

  test.for([
    ['i18n/flows.ko.json', 'tests/specification/texts.test.ts'],
    ['i18n/errors.en.json', 'tests/i18n/error-catalogue.test.ts'],
    ['src/ui/tokens.css', 'tests/ui/css-modules.test.ts'],
    ['docs/device-calls.md', 'tests/server/register-app.test.ts'],
    ['deploy/alerts.yml', 'tests/server/operations/operations.test.ts'],
  ] as const)('are found for %s', ([changed, reader]) => {
    const sources = projectFiles('{tests,tools,atlas,cli}/**/*.{ts,tsx}');
    expect(testsThatRead([changed], sources)).toContain(reader);
  });
});

test('the duration of a file includes the environment, the loading and the tests', () => {
  const parts = { environmentSetupDuration: 1, prepareDuration: 10, setupDuration: 100 };
  const file = { ...parts, collectDuration: 1000, duration: 10_000 } as Parameters<typeof timeOf>[0];
  expect(timeOf(file)).toBe(11_111);
});

describe('steps', () => {
  const printed: string[] = [];
  beforeEach(() => {
    printed.length = 0;
    vi.spyOn(console, 'log').mockImplementation((line: string) => printed.push(line));
  });
  afterEach(() => vi.restoreAllMocks());

  test('of a stage run in parallel and are reported in order, each with the complete output', async () => {
    const second = Promise.withResolvers<void>();
    const steps: readonly Step[] = [
      {
        name: 'one',
        run: async (write) => {
          write?.('one begins, ');
          await second.promise;
          write?.('one ends');
          return ONE_PASSED;
        },
      },
      {
        name: 'two',
        run: async (write) => {
          write?.('two');
          second.resolve();
          return { passed: 2, failed: 1 };
        },
      },
    ];
    const outcomes = await runStages([steps], 2);
    expect(outcomes).toMatchObject([
      { name: 'one', passed: 1, failed: 0 },
      { name: 'two', passed: 2, failed: 1 },
    ]);
    expect(printed.join('\n')).toContain('one begins, one ends');
  });

  test('of the next stage wait for all steps of the previous stage', async () => {
    const order: string[] = [];
    const step = (name: string): Step => ({
      name,
      run: async () => {
        order.push(`${name} begins`);
        await Promise.resolve();
        order.push(`${name} ends`);
        return ONE_PASSED;
      },
    });
    await runStages([[step('a')], [step('b')]], 2);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });
});
