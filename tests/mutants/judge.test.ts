import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findMutants } from '#tools/mutants/find.ts';
import { createJudge } from '#tools/mutants/judge.ts';
import { probed } from '#tools/mutants/probes.ts';
import { keyOf, savedVerdicts } from '#tools/mutants/saved-verdicts.ts';
import { inRounds, isJudge } from '#tools/mutants/tests.ts';

/** Tests that fail with the mistake, without it too, beside others only, or run out of time while the machine is busy or for ever. */
type Kind = 'blind' | 'notices' | 'broken' | 'disturbed' | 'slowOnce' | 'hangs';

function judging(kinds: Readonly<Record<string, Kind>>) {
  const runs: string[] = [];
  const slow = new Set(Object.keys(kinds).filter((test) => kinds[test] === 'slowOnce'));
  let isWrong = false;
  const failsNow = (test: string, isAlone: boolean): boolean => {
    if (kinds[test] === 'broken') return true;
    if (kinds[test] === 'disturbed') return !isAlone;
    if (!isWrong) return false;
    return kinds[test] === 'notices' || kinds[test] === 'hangs' || slow.delete(test);
  };
  const judge = createJudge((tests) => {
    runs.push(`${isWrong ? 'with' : 'without'} ${tests.join(' ')}`);
    const failed = tests.filter((test) => failsNow(test, tests.length === 1)).slice(0, 1);
    const isOutOfTime = failed.every((test) => kinds[test] === 'slowOnce' || kinds[test] === 'hangs');
    return Promise.resolve({ failed, isOutOfTime });
  });
  const mutation = {
    apply: async () => {
      isWrong = true;
    },
    revert: async () => {
      isWrong = false;
    },
  };
  return { runs, judge: (rounds: readonly string[][], behind = 0) => judge(rounds, behind, mutation) };
}

it('a mutant is killed by the first test that fails with it and passes without it', async () => {
  const { judge, runs } = judging({ a: 'blind', b: 'broken', c: 'notices', d: 'notices' });
  await expect(judge([['a'], ['b', 'c'], ['d']])).resolves.toEqual({ kind: 'killed', by: 'c' });
  expect(runs).toEqual(['with a', 'with b c', 'without b', 'with c', 'without c', 'with c']);
});

it('a mutant that no test kills survives all rounds, including those of an earlier run', async () => {
  const { judge, runs } = judging({ a: 'blind', b: 'blind', c: 'broken' });
  await expect(judge([['a'], ['b'], ['c']], 1)).resolves.toEqual({ kind: 'survived', rounds: 3 });
  expect(runs).toEqual(['with b', 'with c', 'without c']);
});

it('a test that fails among others but passes alone with the mutation does not kill the mutant', async () => {
  const { judge, runs } = judging({ a: 'disturbed', b: 'notices', c: 'disturbed' });
  await expect(judge([['a', 'b'], ['c']])).resolves.toEqual({ kind: 'killed', by: 'b' });
  expect(runs).toEqual(['with a b', 'without a', 'with a', 'with b', 'without b', 'with b']);
});

it('a timed-out test is repeated alone, so that a busy machine kills no mutant', async () => {
  await expect(judging({ a: 'slowOnce' }).judge([['a']])).resolves.toEqual({ kind: 'survived', rounds: 1 });
  await expect(judging({ a: 'hangs' }).judge([['a']])).resolves.toEqual({ kind: 'killed', by: 'a' });
  await expect(judging({ a: 'slowOnce', b: 'notices' }).judge([['a', 'b']])).resolves.toEqual({
    kind: 'killed',
    by: 'b',
  });
});

it('an interrupted run resumes with its killed mutants, and with survivors of the same commit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'munjigi-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'kept', 'mutants.jsonl');
  const first = savedVerdicts(path, 'one');
  expect(first.find('a')).toBeNull();
  first.add('a', { kind: 'killed', by: 'tests/a.test.ts' });
  first.add('b', { kind: 'survived', rounds: 2 });
  expect(first.find('b')).toEqual({ kind: 'survived', rounds: 2 });
  expect(savedVerdicts(path, 'one').find('b')).toEqual({ kind: 'survived', rounds: 2 });
  expect(savedVerdicts(path, 'two').find('b')).toBeNull();
  expect(savedVerdicts(path, 'two').find('a')).toEqual({ kind: 'killed', by: 'tests/a.test.ts' });
  savedVerdicts(path, 'one-dirty').add('c', { kind: 'survived', rounds: 1 });
  expect(savedVerdicts(path, 'one-dirty').find('c')).toBeNull();
});

it('the key of a mutant changes with the text of its file', () => {
  const mutant = { path: 'wire/a.ts', operator: 'number changed', edits: [{ start: 0, end: 1, text: '2' }] };
  const key = keyOf(mutant, { path: 'wire/a.ts', text: '1;' });
  expect(keyOf({ ...mutant }, { path: 'wire/a.ts', text: '1;' })).toBe(key);
  expect(keyOf(mutant, { path: 'wire/a.ts', text: '1; 3;' })).not.toBe(key);
});

it('tests of rules, tools and browsers judge no mutant, and tests that read texts come first for a text', () => {
  const tests = ['tests/rules/a.test.ts', 'tests/api/a.test.ts', 'tests/e2e/a.test.ts'];
  expect(tests.filter(isJudge)).toEqual(['tests/api/a.test.ts']);
  expect(inRounds('src/api/a.ts', tests).flat()).toEqual(tests);
  expect(inRounds('i18n/ko.json', tests)[0]).toContain('tests/specification');
});

it('a function with a probe reports its calls and works as before', () => {
  const text =
    'export const a = (b: number) => ({ c: b > 1 });\nexport function d() { return a(e).c; }\nconst e = 3;';
  const file = { path: 'server/a.ts', text };
  const mutants = findMutants([file]);
  const { text: changed, probes } = probed(file, mutants);
  expect(changed).toBe(
    "export const a = (b: number) => (globalThis.reportReached?.('server/a.ts:32'), (({ c: b > 1 })));\nexport function d() { return a(e).c; }\nconst e = 3;",
  );
  expect(mutants.map((mutant) => probes.get(mutant))).toContain('server/a.ts:32');
  expect(
    mutants.filter(({ operator }) => operator === 'number changed').map((mutant) => probes.get(mutant)),
  ).toContain(undefined);
});
