import { describe, expect, test } from 'vitest';
import { projectFiles, typeScriptFiles } from '#tools/source/project-files.ts';
import { citationTargetsIn, RULE, referenceProblems } from './references.ts';

const documents = () => projectFiles('*.md', 'docs/*.md', 'docs/decisions/*.md');

/** Matches the files of this rule, which contain examples. */
const FILES_WITH_EXAMPLES = /^tests\/rules\/references/;

describe('cited rules, sections and records', () => {
  test('exist in the project', () => {
    const cited = citationTargetsIn(documents());
    const files = [...typeScriptFiles(), ...documents()].filter(
      ({ path }) => !FILES_WITH_EXAMPLES.test(path),
    );
    expect(files.flatMap((file) => referenceProblems(file, cited))).toEqual([]);
  });

  test('have ascending numbers, with gaps only after rule 223', () => {
    const { sections, records } = citationTargetsIn(documents());
    const rules = projectFiles('docs/rules.md').flatMap(({ text }) => [...text.matchAll(RULE)]);
    const numbers = rules.map(([, number]) => Number(number));
    const earlyNumbers = numbers.filter((number) => number <= 223);
    expect(earlyNumbers).toEqual(earlyNumbers.map((_, index) => index + 1));
    expect(earlyNumbers).toHaveLength(223);
    // Rules after rule 223 may leave gaps.
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect([...sections]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(records.size).toBeGreaterThan(11);
  });
});

describe('a file', () => {
  const cited = citationTargetsIn([
    { path: 'docs/rules.md', text: '- **01** First.\n- **02** Second.\n' },
    { path: 'docs/specification.md', text: '## 1. One\n\n## 2. Two\n' },
    { path: 'docs/decisions/ADR-0001-a.md', text: '# ADR-0001: A\n' },
  ]);
  const problems = (text: string) => referenceProblems({ path: 'a.ts', text }, cited);

  test.each([
    ['a rule', '/** Waits (rule 03). */', 'a.ts cites rule 03, which does not exist'],
    ['one of several rules', '/** Waits (rules 01 and 07). */', 'a.ts cites rule 07, which does not exist'],
    ['a section', '/** Waits (spec section 3). */', 'a.ts cites section 3, which does not exist'],
    ['a record', '/** Waits (ADR-0002). */', 'a.ts cites record ADR-0002, which does not exist'],
    [
      'another document',
      '/** Waits (design section 4). */',
      'a.ts cites "design section", which is not in the project',
    ],
    ['only a number', '// Rule 01.', 'a.ts:1 has a comment that is only a number'],
    ['only a number, in a docstring', '/** Rules 01, 02. */', 'a.ts:1 has a comment that is only a number'],
  ])('is reported if it cites %s', (_, text, problem) => {
    expect(problems(text)).toEqual([problem]);
  });

  test('is accepted if its references exist', () => {
    expect(problems('/** Waits (rules 01 and 02, spec section 2, ADR-0001). */')).toEqual([]);
  });
});
