import journeys from '#tests/e2e/journeys.json' with { type: 'json' };
import { TEST_ALL_ONLY } from '#tests/e2e/test-all-only.ts';
import type { Language } from '#tests/support/e2e/texts.ts';

/** The language of each journey, by its file and its title, which begins with the names of its groups. */
export type JourneyLanguages = Readonly<Record<string, Readonly<Record<string, Language>>>>;

/** The title of a journey as in `journeys.json`. */
export const titleOf = (path: readonly string[]): string => path.join(' › ');

/**
 * The language in which `npm test` runs a journey.
 * @throws Error for a journey that is not in the list
 */
export function languageOf(file: string, path: readonly string[]): Language {
  const language = (journeys as JourneyLanguages)[file]?.[titleOf(path)];
  if (!language)
    throw new Error('This journey has no language yet: "npm run journeys" adds it to journeys.json');
  return language;
}

/** Escapes a text for a regular expression that matches only the text itself. */
export const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Patterns for Playwright's `grep` that match the tests with these titles in a file. */
const patternsOf = (file: string, titles: readonly string[]): readonly RegExp[] =>
  titles.map((title) => new RegExp(`${escapeRegExp(`${file} ${title.replaceAll(' › ', ' ')}`)}$`));

/** Patterns of the journeys in `journeys.json`. In `npm run test:all`, `screens-with-server.test.ts` has more journeys. */
export const LISTED_JOURNEYS: readonly RegExp[] = Object.entries(journeys as JourneyLanguages).flatMap(
  ([file, titles]) => patternsOf(file, Object.keys(titles)),
);

/** Patterns of the tests that run only in `npm run test:all`. */
export const ONLY_IN_TEST_ALL: readonly RegExp[] = Object.entries(TEST_ALL_ONLY).flatMap(
  ([file, { titles }]) => patternsOf(file, titles),
);
