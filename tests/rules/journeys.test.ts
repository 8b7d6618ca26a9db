import { describe, expect, test } from 'vitest';
import journeys from '#tests/e2e/journeys.json' with { type: 'json' };
import type { JourneyLanguages } from '#tests/support/e2e/journeys.ts';
import { projectFiles } from '#tools/source/project-files.ts';
import { journeyProblems } from './journey-languages.ts';

/** `npm run journeys` writes the list. */
describe('the languages of the journeys', () => {
  test('are listed in journeys.json and divided equally', () => {
    const files = projectFiles('tests/e2e/journeys/*.test.ts');
    expect(files.length).toBeGreaterThan(20);
    expect(journeyProblems(files, journeys as JourneyLanguages)).toEqual([]);
  });
});

const PATH = 'tests/e2e/journeys/tea.test.ts';
const FILE = {
  path: PATH,
  text: ["test('tea is made', () => {});", 'test(`$', '{cup} is full`, () => {});'].join(''),
};
const LIST: JourneyLanguages = {
  'tea.test.ts': { 'tea is made': 'ko', 'in the morning › the first is full': 'en' },
};

describe('a list of journeys', () => {
  test('that is complete and divided equally has no problem', () => {
    expect(journeyProblems([FILE], LIST)).toEqual([]);
  });

  test.each<readonly [string, JourneyLanguages, readonly string[]]>([
    [
      'without a journey',
      { 'tea.test.ts': { 'tea is made': 'ko', 'tea is not made': 'en' } },
      [
        `${PATH}: no journey is listed for (^| › ).* is full$`,
        `${PATH}: the list has "tea is not made", which does not exist`,
      ],
    ],
    [
      'without a file, and with a removed file',
      { 'milk.test.ts': { 'milk is hot': 'ko', 'milk is cold': 'en' } },
      [
        `${PATH}: no journey is listed for (^| › )tea is made$`,
        `${PATH}: no journey is listed for (^| › ).* is full$`,
        'The list has milk.test.ts, which does not exist',
      ],
    ],
    [
      'in one language',
      { 'tea.test.ts': { 'tea is made': 'ko', 'the first is full': 'ko' } },
      [`${PATH}: all journeys are in one language`, '0 % of the journeys are in English'],
    ],
    [
      'with an unequal division',
      {
        'tea.test.ts': {
          'tea is made': 'ko',
          'one is full': 'en',
          'two is full': 'en',
          'three is full': 'en',
        },
      },
      ['75 % of the journeys are in English'],
    ],
  ])('%s is refused', (_, list, problems) => {
    expect(journeyProblems([FILE], list)).toEqual(problems);
  });
});
