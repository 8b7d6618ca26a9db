import type { MessageLanguage } from '#src/app/messages.ts';

/** Whether the tests run in `npm run test:all`, with all combinations, long walks and soak tests. */
export const IS_TEST_ALL = process.env['MUNJIGI_TEST_ALL'] === '1';

/** The number of random cases with which a property is tested. */
export const PROPERTY_RUNS = IS_TEST_ALL ? 10_000 : 200;

const LANGUAGES = ['ko', 'en'] as const satisfies readonly MessageLanguage[];

/** The languages of the case with this index: Korean and English in turn; both languages in `npm run test:all`. */
export const languagesOf = (index: number): readonly MessageLanguage[] =>
  IS_TEST_ALL ? LANGUAGES : LANGUAGES.slice(index % 2, (index % 2) + 1);
