import journeys from '#tests/e2e/journeys.json' with { type: 'json' };
import { TEST_ALL_ONLY } from '#tests/e2e/test-all-only.ts';
import type { Language } from '#tests/support/e2e/texts.ts';

/** The language of each journey, by its file and its title, which begins with the names of its groups. */
export type JourneyLanguages = Readonly<Record<string, Readonly<Record<string, Language>>>>;

/** The title of a journey as in the list. */
export const titleOf = (path: readonly string[]): string => path.join(' › ');

/**
 * The language in which `npm test` runs a journey.
 * @throws Error for a journey that is not in the list
 */
export function languageOf(file: string, path: readonly string[]): Language {
  const language = (journeys as JourneyLanguages)[file]?.[titleOf(path)];
  if (!language) throw new Error('This journey has no language yet: "npm run journeys" gives it one');
  return language;
}

/** A text as the source of a regular expression that matches only the text itself. */
export const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Patterns of tests by their file and titles, for Playwright's `grep`. */
const patternsOf = (file: string, titles: readonly string[]): readonly RegExp[] =>
  titles.map((title) => new RegExp(`${escaped(`${file} ${title.replaceAll(' › ', ' ')}`)}$`));

/** The journeys of the list: `npm run test:all` has more screens in `screens-with-server.test.ts`. */
export const LISTED_JOURNEYS: readonly RegExp[] = Object.entries(journeys as JourneyLanguages).flatMap(
  ([file, titles]) => patternsOf(file, Object.keys(titles)),
);

/** Tests that `npm test` leaves to `npm run test:all`. */
export const ONLY_IN_TEST_ALL: readonly RegExp[] = Object.entries(TEST_ALL_ONLY).flatMap(
  ([file, { titles }]) => patternsOf(file, titles),
);
