import { describe, expect, test } from 'vitest';
import { projectFiles } from '#tools/source/project-files.ts';
import { evidenceIn } from './evidence.ts';
import { countsOf, type Requirement, requirementProblems, requirementsIn } from './requirements.ts';

/** The success criteria of WCAG 2.2, levels A and AA, as the last numbers of the criteria of each guideline. */
const WCAG_CRITERIA: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1],
  '1.2': [1, 2, 3, 4, 5],
  '1.3': [1, 2, 3, 4, 5],
  '1.4': [1, 2, 3, 4, 5, 10, 11, 12, 13],
  '2.1': [1, 2, 4],
  '2.2': [1, 2],
  '2.3': [1],
  '2.4': [1, 2, 3, 4, 5, 6, 7, 11],
  '2.5': [1, 2, 3, 4, 7, 8],
  '3.1': [1, 2],
  '3.2': [1, 2, 3, 4, 6],
  '3.3': [1, 2, 3, 4, 7, 8],
  '4.1': [2, 3],
};

/** The 33 criteria of KWCAG 2.2 (KS X OT0003), as the last numbers of the criteria of each guideline. */
const KWCAG_CRITERIA: Readonly<Record<string, readonly number[]>> = {
  '5.1': [1],
  '5.2': [1],
  '5.3': [1, 2, 3],
  '5.4': [1, 2, 3, 4],
  '6.1': [1, 2, 3, 4],
  '6.2': [1, 2],
  '6.3': [1],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4],
  '7.1': [1],
  '7.2': [1, 2],
  '7.3': [1, 2, 3, 4],
  '8.1': [1],
  '8.2': [1],
};

/** The numbers of all criteria, such as 1.4.3. */
const numbersOf = (guidelines: Readonly<Record<string, readonly number[]>>): readonly string[] =>
  Object.entries(guidelines).flatMap(([guideline, lastNumbers]) =>
    lastNumbers.map((number) => `${guideline}.${number}`),
  );

const textOf = (path: string): string => projectFiles(path)[0]?.text ?? '';

/** The part of a document with a heading, up to the next heading. */
const sectionOf = (text: string, heading: string): string =>
  text.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';

/** The number, state and evidence of a criterion. */
const stateAndEvidenceOf = ({ id, state, evidence }: Requirement) => [id, state, evidenceIn(evidence)];

describe.each(['docs/accessibility.md', 'docs/accessibility.ko.md'])('%s', (path) => {
  test.each([
    ['WCAG 2.2', WCAG_CRITERIA, 55],
    ['KWCAG 2.2', KWCAG_CRITERIA, 33],
  ] as const)(
    'has every criterion of %s once, with a state and evidence',
    (name, guidelines, criterionCount) => {
      const section = sectionOf(textOf(path), name);
      const criteria = requirementsIn(section);
      expect(numbersOf(guidelines)).toHaveLength(criterionCount);
      expect(criteria.map(({ id }) => id)).toEqual(numbersOf(guidelines));
      expect(requirementProblems(criteria)).toEqual([]);
      for (const [state, count] of Object.entries(countsOf(criteria))) {
        expect(section).toContain(`| ${state} | ${count} |`);
      }
    },
  );
});

test('both languages have the same states and evidence for every criterion', () => {
  const [en, ko] = ['docs/accessibility.md', 'docs/accessibility.ko.md'].map((path) =>
    requirementsIn(textOf(path)).map(stateAndEvidenceOf),
  );
  expect(ko).toEqual(en);
});

test('a table without the first criterion does not have all criteria', () => {
  const rows = numbersOf(WCAG_CRITERIA).map(
    (id) => `| ${id} | A | x | not applicable | nothing of the kind |`,
  );
  expect(requirementsIn(rows.slice(1).join('\n')).map(({ id }) => id)).not.toEqual(numbersOf(WCAG_CRITERIA));
});
