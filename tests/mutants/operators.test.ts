import { expect, it } from 'vitest';
import { findMutants } from '#tools/mutants/find.ts';
import { describeMutant, type Mutant, mutatedText } from '#tools/mutants/mutant.ts';
import { sample } from '#tools/mutants/sample.ts';
import { testsThatReach } from '#tools/mutants/tests-that-reach.ts';

/** The operator and the text of each mutant of a source. */
const mutantsOf = (path: string, text: string): readonly (readonly [operator: string, text: string])[] =>
  findMutants([{ path, text }]).map((mutant) => [mutant.operator, mutatedText({ path, text }, mutant)]);

it.each<[operator: string, path: string, source: string, mutant: string]>([
  ['guard dropped', 'machines/a.ts', "x({ guard: 'isOn', target: 'on' })", "x({  target: 'on' })"],
  [
    'guard negated',
    'machines/a.ts',
    'x({ guards: { isOn: () => y } })',
    'x({ guards: { isOn: () => !(y) } })',
  ],
  [
    'guard negated',
    'machines/a.ts',
    'x({ guards: { isOn: (a) => { if (a) return y; return z; } } })',
    'x({ guards: { isOn: (...given) => !((a) => { if (a) return y; return z; })(...given) } })',
  ],
  [
    'guard negated',
    'machines/a.ts',
    'const loginGuards = { isOn: () => y };',
    'const loginGuards = { isOn: () => !(y) };',
  ],
  [
    'target exchanged',
    'machines/a.ts',
    "x([{ target: 'a' }, { target: 'b' }])",
    "x([{ target: 'b' }, { target: 'b' }])",
  ],
  ['action dropped', 'machines/a.ts', "x({ actions: 'note' })", 'x({ actions: [] })'],
  ['condition negated', 'src/a.ts', 'const a = b ? 1 : 0;', 'const a = !(b) ? 1 : 0;'],
  [
    'check dropped',
    'server/a.ts',
    'function a() { if (b) return 1; return c; }',
    'function a() { ; return c; }',
  ],
  ['check dropped', 'server/a.ts', 'function a() { if (b) { throw c; } }', 'function a() { ; }'],
  ['comparison changed', 'wire/a.ts', 'const a = b < c;', 'const a = b <= c;'],
  ['and / or exchanged', 'src/a.ts', 'const a = b && c;', 'const a = (b) || (c);'],
  ['number changed', 'server/a.ts', 'const LIFETIME = 300;', 'const LIFETIME = 600;'],
  ['number changed', 'server/a.ts', 'const LIFETIME = 300;', 'const LIFETIME = 150;'],
  ['number changed', 'server/a.ts', 'const LIFETIME = 300;', 'const LIFETIME = 301;'],
  ['number changed', 'server/a.ts', 'const LIFETIME = 300;', 'const LIFETIME = 299;'],
  ['header dropped', 'server/a.ts', "const a = { 'X-Frame-Options': 'DENY', b };", 'const a = {  b };'],
  ['header not set', 'server/a.ts', "c.header('Cache-Control', 'no-store');", ';'],
  ['cookie flag dropped', 'server/a.ts', 'const a = `b=c; HttpOnly; Path=/`;', 'const a = `b=c; Path=/`;'],
  ['cookie flag dropped', 'server/a.ts', 'set({ httpOnly: true, path })', 'set({  path })'],
  ['aria attribute dropped', 'src/a.tsx', 'const a = <p role="status">b</p>;', 'const a = <p >b</p>;'],
  [
    'texts exchanged',
    'i18n/en.json',
    '{\n  "a": "one",\n  "b": "two \\"2\\""\n}',
    '{\n  "a": "two \\"2\\"",\n  "b": "one"\n}',
  ],
])('the operator "%s" creates its mutant', (operator, path, source, mutant) => {
  expect(mutantsOf(path, source)).toContainEqual([operator, mutant]);
});

/** The texts of all mutants of a source that change a number. */
const numberMutantsOf = (source: string): readonly string[] =>
  mutantsOf('wire/a.ts', source)
    .filter(([operator]) => operator === 'number changed')
    .map(([, text]) => text);

it.each<[where: string, source: string, mutants: readonly string[]]>([
  ['an argument of a call', 'v.maxLength(16);', ['32', '8', '17', '15'].map((n) => `v.maxLength(${n});`)],
  ['an argument of a constructor', 'new Limit(4);', ['8', '2', '5', '3'].map((n) => `new Limit(${n});`)],
  ['a default', 'function a(b = 8) {}', ['16', '4', '9', '7'].map((n) => `function a(b = ${n}) {}`)],
  ['an item of an array', 'x([5]);', ['10', '2', '6', '4'].map((n) => `x([${n}]);`)],
  ['a fallback value', 'x(a ?? 3);', ['6', '1', '4', '2'].map((n) => `x(a ?? ${n});`)],
  ['a branch of a conditional', 'x(a ? 1 : b);', ['2', '0'].map((n) => `x(a ? ${n} : b);`)],
  ['zero', 'const a = b > 0;', ['1', '-1'].map((n) => `const a = b > ${n};`)],
  ['one', 'const a = { most: 1 };', ['2', '0'].map((n) => `const a = { most: ${n} };`)],
  ['negative', 'const a = b !== -1;', ['2', '0'].map((n) => `const a = b !== -${n};`)],
  ['a fraction', 'const SHARE = 0.5;', ['1', '0.25'].map((n) => `const SHARE = ${n};`)],
])('a number that is %s has these mutants', (_, source, expected) => {
  expect(numberMutantsOf(source)).toEqual(expected);
});

it.each(['type A = 2;', 'const a = b[1];', 'const a = "3";'])('no number is changed in %s', (source) => {
  expect(numberMutantsOf(source)).toEqual([]);
});

it('developer tools have no mutants', () => {
  expect(mutantsOf('src/inspector/a.ts', 'const a = b && c;')).toEqual([]);
});

const mutants = ['machines', 'src', 'server', 'i18n', 'wire'].flatMap((folder) =>
  Array.from(
    { length: 200 },
    (_, start): Mutant => ({
      path: `${folder}/a.ts`,
      operator: 'any',
      edits: [{ start, end: start + 1, text: '' }],
    }),
  ),
);

it('a sample has 300 mutants, the same mutants for the same seed, and at least 60 of each large folder', () => {
  const sampled = sample(mutants, '1');
  expect(new Set(sampled).size).toBe(300);
  expect(sample(mutants, '1')).toEqual(sampled);
  expect(sample(mutants, '2')).not.toEqual(sampled);
  for (const folder of ['machines', 'src', 'server', 'i18n']) {
    expect(sampled.filter(({ path }) => path.startsWith(folder)).length).toBeGreaterThanOrEqual(60);
  }
});

it('the description of a mutant has its line and its change', () => {
  const file = { path: 'wire/a.ts', text: 'a\nb < c' };
  const edits = [{ start: 4, end: 5, text: '<=' }];
  expect(describeMutant(file, { path: file.path, operator: 'comparison changed', edits })).toBe(
    'wire/a.ts:2 comparison changed: < → <=',
  );
});

it('the tests that reach a file are found through any number of imports, also dynamic imports', () => {
  const reaching = testsThatReach([
    { path: 'wire/a.ts', text: '' },
    { path: 'src/b.ts', text: "import '#wire/a.ts';" },
    { path: 'src/c.ts', text: "const b = () => import('./b.ts');" },
    { path: 'tests/c.test.ts', text: "import '#src/c.ts';" },
    { path: 'tests/d.test.tsx', text: "export * from '../wire/a.ts'; import 'vitest';" },
    { path: 'tests/e.test.ts', text: "import type { A } from '#src/f.ts';" },
  ]);
  expect(reaching('wire/a.ts')).toEqual(['tests/c.test.ts', 'tests/d.test.tsx']);
});

it('the tests that reach a file are found through a glob pattern', () => {
  const reaching = testsThatReach([
    { path: 'src/app/flows/a.ts', text: '' },
    { path: 'cases/a/a.cases.ts', text: '' },
    { path: 'src/app/lazy.ts', text: "import.meta.glob<string>('./flows/*.ts');" },
    { path: 'tests/b.test.ts', text: "import '#src/app/lazy.ts';" },
    { path: 'tests/c.test.ts', text: "import.meta.glob('/cases/*/*.cases.ts', { eager: true });" },
  ]);
  expect(reaching('src/app/flows/a.ts')).toEqual(['tests/b.test.ts']);
  expect(reaching('cases/a/a.cases.ts')).toEqual(['tests/c.test.ts']);
});

it('the tests that reach a file are ordered by similarity of names and by cost', () => {
  const tests = [
    'b/c.test.ts',
    'a/x.walk.test.tsx',
    'a/x.test.tsx',
    'a/b.test.ts',
    'b/user-password.test.ts',
  ];
  const reaching = testsThatReach([
    { path: 'machines/a/user-password.ts', text: '' },
    ...tests.map((test) => ({ path: `tests/${test}`, text: "import '#machines/a/user-password.ts';" })),
  ]);
  expect(reaching('machines/a/user-password.ts')).toEqual(
    ['b/user-password.test.ts', 'a/b.test.ts', 'a/x.test.tsx', 'a/x.walk.test.tsx', 'b/c.test.ts'].map(
      (test) => `tests/${test}`,
    ),
  );
});
