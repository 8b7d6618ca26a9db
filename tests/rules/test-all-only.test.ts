import { expect, test } from 'vitest';
import { TEST_ALL_ONLY } from '#tests/e2e/test-all-only.ts';
import { projectFiles } from '#tools/source/project-files.ts';
import { testAllOnlyProblems } from './test-all-only.ts';

const BROWSER_TESTS = 'tests/e2e/**/*.test.ts';

test('the browser tests that npm test skips exist, and other tests cover the same defects', () => {
  const paths = projectFiles('tests/**/*.test.{ts,tsx}').map(({ path }) => path);
  expect(testAllOnlyProblems(projectFiles(BROWSER_TESTS), new Set(paths), TEST_ALL_ONLY)).toEqual([]);
});

const TEA = {
  path: 'tests/e2e/tea.test.ts',
  text: "test('tea is made', () => {}); test('tea is drunk', () => {});",
};
const COFFEE = { path: 'tests/e2e/coffee.test.ts', text: "test('coffee is made', () => {});" };
const PATHS = new Set([TEA.path, COFFEE.path]);

test.each([
  ['that is complete', 'tea is made', [TEA.path], []],
  ['of a removed test', 'milk is hot', [TEA.path], [`${TEA.path} has no test "milk is hot"`]],
  ['without another test', 'tea is made', [], [`${TEA.path}: no other test covers the skipped tests`]],
  [
    'with a removed file',
    'tea is made',
    ['tests/milk.test.ts'],
    [`${TEA.path}: tests/milk.test.ts does not exist`],
  ],
  [
    'with a file that is skipped',
    'tea is made',
    [COFFEE.path],
    [`${TEA.path}: ${COFFEE.path} is skipped itself`],
  ],
])('the problems of an entry %s are found', (_, title, coveredBy, problems) => {
  const list = {
    'tea.test.ts': { titles: [title], coveredBy },
    'coffee.test.ts': { titles: ['coffee is made'], coveredBy: [TEA.path] },
  };
  expect(testAllOnlyProblems([TEA, COFFEE], PATHS, list)).toEqual(problems);
});
