import { describe, expect, test } from 'vitest';
import { projectFiles } from '#tools/source/project-files.ts';
import { evidenceIn } from './evidence.ts';
import { countsOf, type Requirement, requirementProblems, requirementsIn } from './requirements.ts';

/** The success criteria of WCAG 2.2, levels A and AA: the last numbers of the criteria of each guideline. */
const WCAG: Readonly<Record<string, readonly number[]>> = {
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

/** The 33 criteria of KWCAG 2.2 (KS X OT0003). */
const KWCAG: Readonly<Record<string, readonly number[]>> = {
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

const numbersOf = (guidelines: Readonly<Record<string, readonly number[]>>): readonly string[] =>
  Object.entries(guidelines).flatMap(([guideline, last]) => last.map((number) => `${guideline}.${number}`));

const textOf = (path: string): string => projectFiles(path)[0]?.text ?? '';

/** A table of the document, from its heading to the next. */
const tableOf = (text: string, heading: string): string =>
  text.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';

const stateOf = ({ id, state, evidence }: Requirement) => [id, state, evidenceIn(evidence)];

describe.each(['docs/accessibility.md', 'docs/accessibility.ko.md'])('%s', (path) => {
  test.each([
    ['WCAG 2.2', WCAG, 55],
    ['KWCAG 2.2', KWCAG, 33],
  ] as const)('has every criterion of %s once, with a state and evidence', (name, guidelines, all) => {
    const table = tableOf(textOf(path), name);
    const criteria = requirementsIn(table);
    expect(numbersOf(guidelines)).toHaveLength(all);
    expect(criteria.map(({ id }) => id)).toEqual(numbersOf(guidelines));
    expect(requirementProblems(criteria)).toEqual([]);
    for (const [state, count] of Object.entries(countsOf(criteria))) {
      expect(table).toContain(`| ${state} | ${count} |`);
    }
  });
});

test('both languages have the same states and evidence for every criterion', () => {
  const [en, ko] = ['docs/accessibility.md', 'docs/accessibility.ko.md'].map((path) =>
    requirementsIn(textOf(path)).map(stateOf),
  );
  expect(ko).toEqual(en);
});

test('a missing criterion is found', () => {
  const rows = numbersOf(WCAG).map((id) => `| ${id} | A | x | not applicable | nothing of the kind |`);
  expect(requirementsIn(rows.slice(1).join('\n')).map(({ id }) => id)).not.toEqual(numbersOf(WCAG));
});
