import type { MessageLanguage } from '#src/app/messages.ts';

/** Whether everything is tried (`npm run test:all`): full products, long walks and soaks. */
export const IS_WHOLE = process.env['MUNJIGI_TEST_ALL'] === '1';

/** How often a property is tested. */
export const RUNS = IS_WHOLE ? 10_000 : 200;

const LANGUAGES = ['ko', 'en'] as const satisfies readonly MessageLanguage[];

/** The languages in which the case of this number is tried: by turns, or both where everything is. */
export const languagesOf = (index: number): readonly MessageLanguage[] =>
  IS_WHOLE ? LANGUAGES : LANGUAGES.slice(index % 2, (index % 2) + 1);
