import { describe, expect, test } from 'vitest';
import { typeScriptFiles } from '#tools/source/project-files.ts';
import { fileProblems } from './file-rules.ts';
import { ALLOWED_WAITS, waitsIn } from './sleeps.ts';

/** The markers are split, so that this file does not break the tested rule. */
const MARKERS = ['TO' + 'DO', 'FIX' + 'ME'];

describe('the files of the project', () => {
  test('are found', () => {
    expect(typeScriptFiles().map((file) => file.path)).toContain('wire/names.ts');
  });

  test('follow the rules', { timeout: 120_000 }, () => {
    expect(typeScriptFiles().flatMap(fileProblems)).toEqual([]);
  });

  test('wait for real time only with a stated reason', () => {
    const waiting = typeScriptFiles().filter(
      (file) => ALLOWED_WAITS.has(file.path) && waitsIn(file).length > 0,
    );
    expect(waiting.map(({ path }) => path).toSorted()).toEqual([...ALLOWED_WAITS.keys()].toSorted());
  });
});

describe('a file is reported', () => {
  const problems = (text: string) => fileProblems({ path: 'tests/a.test.ts', text });

  test.each(MARKERS)('for the marker %s', (word) => {
    expect(problems(`a;\n// ${word}: later`)).toEqual(['tests/a.test.ts:2 has a marker for later work']);
  });

  test.each(['test.skip', 'it.only', 'describe.todo', 'test.fixme', 'test.each.skip', 'test.describe.only'])(
    'for %s',
    (call) => {
      expect(problems(`${call}('a', () => {});`)).toHaveLength(1);
    },
  );

  test('for retries of failed tests', () => {
    expect(problems('const options = { retr' + 'ies: 2 };')).toEqual([
      'tests/a.test.ts retries failed tests',
    ]);
  });

  test.each([
    ['polls or waits for a fixed time', 'await page.waitForTimeout(100);'],
    ['polls or waits for a fixed time', 'await expect(a).toPass();'],
    ['waits for an idle network', "await page.goto(a, { waitUntil: 'network" + "idle' });"],
    ['waits for a fixed time', "import { setTimeout } from 'node:timers/promises';"],
    ['waits for a fixed time', "import * as timers from 'timers/promises';"],
    ['waits for a fixed time', 'await new Promise((resolve) => setTimeout(resolve, 50));'],
    [
      'waits for a fixed time',
      'const pause = (ms) => new Promise((end) => { window.setTimeout(end, ms); });',
    ],
    ['waits for a fixed time', 'const pause = promisify(setTimeout);'],
    ['waits for a fixed time', 'Atomics.wait(a, 0, 0, 50);'],
  ])('for a wait, because it %s: %s', (problem, text) => {
    expect(problems(text)).toEqual([`tests/a.test.ts ${problem}`]);
  });

  test.each([
    "import { setImmediate } from 'node:timers/promises';",
    'await new Promise((resolve) => setTimeout(resolve));',
    'clock.setTimeout(fire, 50);',
    "vi.stubGlobal('setTimeout', (run, ms) => wait(run, ms));",
    'setTimeout(() => stop(), 50);',
  ])('but not for %s', (text) => {
    expect(problems(text)).toEqual([]);
  });

  test('for advancing the clock of a shared server', () => {
    const problemsWith = (config: string) =>
      fileProblems({ path: 'tests/e2e/a.test.ts', text: `${config}site.advance(1);` });
    expect(problemsWith('test.use({ configFile: {} });')).toEqual([]);
    expect(problemsWith('')).toEqual([
      'tests/e2e/a.test.ts advances the clock of a server that other tests share',
    ]);
  });
});
