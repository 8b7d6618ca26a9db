import { describe, expect, test } from 'vitest';
import { projectFiles, typeScriptFiles } from '#scripts/source/project-files.ts';
import { fileProblems, lengthProblems, MOST_LINES } from './file-rules.ts';

/** Words in two halves, so that this file does not break the rules that it proves. */
const LATER = ['TO' + 'DO', 'FIX' + 'ME'];

describe('the files of the project', () => {
  test('are found', () => {
    expect(typeScriptFiles().map((file) => file.path)).toContain('wire/names.ts');
  });

  test('keep the rules', { timeout: 120_000 }, () => {
    expect(typeScriptFiles().flatMap(fileProblems)).toEqual([]);
  });

  test('of style are no longer than others', () => {
    const sheets = projectFiles('{src,scripts}/**/*.css');
    expect(sheets.length).toBeGreaterThan(30);
    expect(sheets.flatMap(lengthProblems)).toEqual([]);
  });
});

describe('a file that breaks a rule', () => {
  const problems = (text: string) => fileProblems({ path: 'tests/a.test.ts', text });

  test.each([
    ['tests/a.test.ts', MOST_LINES.file],
    ['machines/a/a.machine.ts', MOST_LINES.machine],
  ])('by its length: %s', (path, most) => {
    const ofLength = (lines: number) => fileProblems({ path, text: 'a;\n'.repeat(lines) });
    expect(ofLength(most)).toEqual([]);
    expect(ofLength(most + 1)).toEqual([`${path} has ${most + 1} lines, more than ${most}`]);
  });

  test.each(LATER)('by %s', (word) => {
    expect(problems(`a;\n// ${word}: later`)).toEqual(['tests/a.test.ts:2 puts something off']);
  });

  test.each(['test.skip', 'it.only', 'describe.todo', 'test.fixme', 'test.each.skip', 'test.describe.only'])(
    'by %s',
    (call) => {
      expect(problems(`${call}('a', () => {});`)).toHaveLength(1);
    },
  );

  test.each(['const options = { retr' + 'ies: 2 };', 'await page.waitFor' + 'Timeout(100);'])(
    'by %s',
    (text) => {
      expect(problems(text)).toEqual(['tests/a.test.ts repeats or waits in place of knowing']);
    },
  );

  test('by moving a clock that is not its own', () => {
    const moving = (config: string) =>
      fileProblems({ path: 'tests/e2e/a.test.ts', text: `${config}site.advance(1);` });
    expect(moving('test.use({ configFile: {} });')).toEqual([]);
    expect(moving('')).toEqual(['tests/e2e/a.test.ts moves the clock of a server that other tests use']);
  });
});
