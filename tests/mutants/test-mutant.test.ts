import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findMutants } from '#tools/mutants/find.ts';
import { withProbes } from '#tools/mutants/probes.ts';
import { inRounds, isRunAgainstMutants } from '#tools/mutants/run-tests.ts';
import { keyOf, openSavedResults } from '#tools/mutants/saved-results.ts';
import { createMutantTester } from '#tools/mutants/test-mutant.ts';

/**
 * How a test behaves: never fails, fails with the mutation, always fails, fails only in a run with other tests, times out
 * once, or times out with the mutation.
 */
type Behaviour = 'passes' | 'fails' | 'alwaysFails' | 'failsAmongOthers' | 'timesOutOnce' | 'timesOut';

function testerWith(behaviours: Readonly<Record<string, Behaviour>>) {
  const runs: string[] = [];
  const testsToTimeOut = new Set(
    Object.keys(behaviours).filter((test) => behaviours[test] === 'timesOutOnce'),
  );
  let isMutated = false;
  const fails = (test: string, isAlone: boolean): boolean => {
    if (behaviours[test] === 'alwaysFails') return true;
    if (behaviours[test] === 'failsAmongOthers') return !isAlone;
    if (!isMutated) return false;
    return behaviours[test] === 'fails' || behaviours[test] === 'timesOut' || testsToTimeOut.delete(test);
  };
  const testMutant = createMutantTester((tests) => {
    runs.push(`${isMutated ? 'with' : 'without'} ${tests.join(' ')}`);
    const failed = tests.filter((test) => fails(test, tests.length === 1)).slice(0, 1);
    const hasTimedOut = failed.every(
      (test) => behaviours[test] === 'timesOutOnce' || behaviours[test] === 'timesOut',
    );
    return Promise.resolve({ failed, hasTimedOut });
  });
  const mutation = {
    apply: async () => {
      isMutated = true;
    },
    revert: async () => {
      isMutated = false;
    },
  };
  return {
    runs,
    testMutant: (rounds: readonly string[][], finishedRounds = 0) =>
      testMutant(rounds, finishedRounds, mutation),
  };
}

it('a mutant is killed by the first test that fails with it and passes without it', async () => {
  const { testMutant, runs } = testerWith({ a: 'passes', b: 'alwaysFails', c: 'fails', d: 'fails' });
  await expect(testMutant([['a'], ['b', 'c'], ['d']])).resolves.toEqual({ kind: 'killed', by: 'c' });
  expect(runs).toEqual(['with a', 'with b c', 'without b', 'with c', 'without c', 'with c']);
});

it('a mutant that no test kills survives all rounds, including the rounds of an earlier run', async () => {
  const { testMutant, runs } = testerWith({ a: 'passes', b: 'passes', c: 'alwaysFails' });
  await expect(testMutant([['a'], ['b'], ['c']], 1)).resolves.toEqual({ kind: 'survived', rounds: 3 });
  expect(runs).toEqual(['with b', 'with c', 'without c']);
});

it('a test that fails in a run with other tests but passes alone with the mutation does not kill the mutant', async () => {
  const { testMutant, runs } = testerWith({ a: 'failsAmongOthers', b: 'fails', c: 'failsAmongOthers' });
  await expect(testMutant([['a', 'b'], ['c']])).resolves.toEqual({ kind: 'killed', by: 'b' });
  expect(runs).toEqual(['with a b', 'without a', 'with a', 'with b', 'without b', 'with b']);
});

it('a timed-out test is repeated alone, so that a busy machine kills no mutant', async () => {
  await expect(testerWith({ a: 'timesOutOnce' }).testMutant([['a']])).resolves.toEqual({
    kind: 'survived',
    rounds: 1,
  });
  await expect(testerWith({ a: 'timesOut' }).testMutant([['a']])).resolves.toEqual({
    kind: 'killed',
    by: 'a',
  });
  await expect(testerWith({ a: 'timesOutOnce', b: 'fails' }).testMutant([['a', 'b']])).resolves.toEqual({
    kind: 'killed',
    by: 'b',
  });
});

it('an interrupted run resumes with the killed mutants, and with the survivors of the same commit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-mutants-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'results', 'mutants.jsonl');
  const first = openSavedResults(path, 'one');
  expect(first.find('a')).toBeNull();
  first.add('a', { kind: 'killed', by: 'tests/a.test.ts' });
  first.add('b', { kind: 'survived', rounds: 2 });
  expect(first.find('b')).toEqual({ kind: 'survived', rounds: 2 });
  expect(openSavedResults(path, 'one').find('b')).toEqual({ kind: 'survived', rounds: 2 });
  expect(openSavedResults(path, 'two').find('b')).toBeNull();
  expect(openSavedResults(path, 'two').find('a')).toEqual({ kind: 'killed', by: 'tests/a.test.ts' });
  openSavedResults(path, 'one-dirty').add('c', { kind: 'survived', rounds: 1 });
  expect(openSavedResults(path, 'one-dirty').find('c')).toBeNull();
});

it('the key of a mutant changes with the text of its file', () => {
  const mutant = { path: 'wire/a.ts', operator: 'number changed', edits: [{ start: 0, end: 1, text: '2' }] };
  const key = keyOf(mutant, { path: 'wire/a.ts', text: '1;' });
  expect(keyOf({ ...mutant }, { path: 'wire/a.ts', text: '1;' })).toBe(key);
  expect(keyOf(mutant, { path: 'wire/a.ts', text: '1; 3;' })).not.toBe(key);
});

const tests = ['tests/rules/a.test.ts', 'tests/api/a.test.ts', 'tests/e2e/a.test.ts'];

it('rules, tests of tools and browser tests are not run against mutants', () => {
  expect(tests.filter(isRunAgainstMutants)).toEqual(['tests/api/a.test.ts']);
});

it('a mutant of a text runs tests that read texts first', () => {
  expect(inRounds('src/api/a.ts', tests).flat()).toEqual(tests);
  expect(inRounds('i18n/ko.json', tests)[0]).toContain('tests/specification');
});

it('a function with a probe reports its calls and works as before', () => {
  const text =
    'export const a = (b: number) => ({ c: b > 1 });\nexport function d() { return a(e).c; }\nconst e = 3;';
  const file = { path: 'server/a.ts', text };
  const mutants = findMutants([file]);
  const { text: changed, probes } = withProbes(file, mutants);
  expect(changed).toBe(
    "export const a = (b: number) => (globalThis.reportReached?.('server/a.ts:32'), (({ c: b > 1 })));\nexport function d() { return a(e).c; }\nconst e = 3;",
  );
  expect(mutants.map((mutant) => probes.get(mutant))).toContain('server/a.ts:32');
  expect(
    mutants.filter(({ operator }) => operator === 'number changed').map((mutant) => probes.get(mutant)),
  ).toContain(undefined);
});
