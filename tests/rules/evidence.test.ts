import { describe, expect, test } from 'vitest';
import { projectFiles, type SourceFile } from '#tools/source/project-files.ts';
import { titlesIn } from '#tools/source/titles.ts';
import { evidenceProblems } from './evidence.ts';
import { countsOf, requirementProblems, requirementsIn, sectionsIn } from './requirements.ts';

const textOf = (path: string): string | null => projectFiles(path)[0]?.text ?? null;
const { scripts }: { scripts: Record<string, string> } = JSON.parse(textOf('package.json') ?? '');
const COMMANDS = new Set(Object.keys(scripts));

/** Documents that name the evidence of their statements. */
const DOCUMENTS = projectFiles(
  'SECURITY.md',
  'docs/{security,asvs,standards}.md',
  'docs/{accessibility,isms-p,proof}*.md',
);

/** The numbers of the sections of RFC 9700 with requirements (chapter 2) and countermeasures (chapter 4). */
const RFC_9700_SECTIONS = [
  ...['2.1', '2.1.1', '2.1.2', '2.2.1', '2.2.2', '2.3', '2.4', '2.5', '2.6'],
  ...Array.from({ length: 17 }, (_, index) => `4.${index + 1}`),
];

/** The number of requirements of levels 1 and 2 in each chapter of OWASP ASVS 5.0.0; together 253. */
const ASVS_COUNTS: Readonly<Record<string, number>> = {
  V1: 27,
  V2: 11,
  V3: 19,
  V4: 10,
  V5: 9,
  V6: 35,
  V7: 18,
  V8: 7,
  V9: 7,
  V10: 29,
  V11: 14,
  V12: 9,
  V13: 13,
  V14: 9,
  V15: 13,
  V16: 16,
  V17: 7,
};

describe('documents with evidence', () => {
  test.each(DOCUMENTS.map((file) => [file.path, file] as const))(
    '%s names only existing files, tests and commands',
    (_, file) => {
      expect(evidenceProblems(file, textOf, COMMANDS)).toEqual([]);
    },
  );

  test('are found', () => {
    expect(DOCUMENTS.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['SECURITY.md', 'docs/asvs.md', 'docs/security.md']),
    );
  });
});

describe('the table of ASVS', () => {
  const text = textOf('docs/asvs.md') ?? '';
  const requirements = requirementsIn(text);

  test('has every requirement of levels 1 and 2, with a state and evidence', () => {
    const chapters = requirements.map(({ id }) => id.split('.')[0] ?? '');
    const counts = Object.fromEntries(
      [...new Set(chapters)].map((chapter) => [chapter, chapters.filter((each) => each === chapter).length]),
    );
    expect(counts).toEqual(ASVS_COUNTS);
    expect(requirements.filter(({ level }) => !/^[12]$/.test(level))).toEqual([]);
    expect(requirementProblems(requirements)).toEqual([]);
  });

  test('names the number of requirements in each state', () => {
    for (const [state, count] of Object.entries(countsOf(requirements))) {
      expect(text).toContain(`| ${state} | ${count} |`);
    }
  });
});

describe('the table of RFC 9700', () => {
  const [, text = ''] = (textOf('docs/security.md') ?? '').split('## RFC 9700');
  const sections = sectionsIn(text.slice(0, text.indexOf('\n## ')));

  test('has every section of chapters 2 and 4, with a state and evidence', () => {
    expect(sections.map(({ id }) => id)).toEqual(RFC_9700_SECTIONS);
    expect(requirementProblems(sections)).toEqual([]);
  });
});

test.each<[source: string, titles: readonly string[]]>([
  ["describe('a', () => { it('b', () => { expect('c').toBe('d'); }); });", ['a', 'b']],
  ["test.describe('a', () => { test(`b`, () => {}); });", ['a', 'b']],
  ["test.each([['a', 1], ['b', 2]] as const)('%s holds', () => {});", ['%s holds', 'a', 'b']],
  ["describe.for(['a', 'b'])('%s', () => {});", ['%s', 'a', 'b']],
  ["it.each([['a', 'b']])('holds', () => {});", ['holds']],
  ["test('a', async () => { await test.step('b', () => {}); note('c'); });", ['a']],
])('titlesIn finds the titles in %s', (text, titles) => {
  expect([...titlesIn({ path: 'tests/a.test.ts', text })]).toEqual(titles);
});

describe('a document that names a missing file, test or command', () => {
  const files = new Map([['tests/a.test.ts', "test('holds', () => { note('heeds'); });"]]);
  const problems = (text: string) =>
    evidenceProblems(
      { path: 'a.md', text } satisfies SourceFile,
      (path) => files.get(path) ?? null,
      new Set(['walks']),
    );

  test.each([
    ['a file', '`tests/b.test.ts`', 'a.md names tests/b.test.ts, which does not exist'],
    [
      'a test',
      '`tests/a.test.ts` "holds" "breaks"',
      'a.md names "breaks", which is not a test of tests/a.test.ts',
    ],
    ['a text', '`tests/a.test.ts` "heeds"', 'a.md names "heeds", which is not a test of tests/a.test.ts'],
    ['a command', '`npm run soak`', 'a.md names npm run soak, which is not a command'],
  ])('is reported: %s', (_, text, problem) => {
    expect(problems(text)).toEqual([problem]);
  });

  test('is not reported when all named files, tests and commands exist', () => {
    expect(problems('`tests/a.test.ts` "holds", by `npm test` and `npm run walks -- --page`')).toEqual([]);
  });
});

test.each([
  ['| V1.1.1 | 1 | a | done | x |', 'V1.1.1 is "done"'],
  ['| V1.1.1 | 1 | a | met | by care |', 'V1.1.1 is met and names no evidence'],
  ['| V1.1.1 | 1 | a | not met | `a.ts` |', 'V1.1.1 is not met and gives no reason'],
])('the row %s is reported', (row, problem) => {
  expect(requirementProblems(requirementsIn(row))).toEqual([problem]);
});
