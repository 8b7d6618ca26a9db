import journeys from '#tests/e2e/journeys.json' with { type: 'json' };
import { WHOLE_RUN_ONLY } from '#tests/e2e/whole-run-only.ts';
import type { Language } from '#tests/support/e2e/texts.ts';

/** The language of each journey by its file and its title, the names of groups before it. */
export type JourneyLanguages = Readonly<Record<string, Readonly<Record<string, Language>>>>;

/** The title of a journey as the list has it. */
export const titleOf = (path: readonly string[]): string => path.join(' › ');

/**
 * The language in which `npm test` makes a journey.
 * @throws Error for one that the list does not have
 */
export function languageOf(file: string, path: readonly string[]): Language {
  const language = (journeys as JourneyLanguages)[file]?.[titleOf(path)];
  if (!language) throw new Error('This journey has no language yet: "npm run journeys" gives it one');
  return language;
}

/** A text as a regular expression that matches it alone. */
export const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Tests by their file and title, as Playwright's `grep` takes them. */
const patternsOf = (file: string, titles: readonly string[]): readonly RegExp[] =>
  titles.map((title) => new RegExp(`${escaped(`${file} ${title.replaceAll(' › ', ' ')}`)}$`));

/** The journeys of the list: the whole run has more screens in `look.test.ts`. */
export const LISTED: readonly RegExp[] = Object.entries(journeys as JourneyLanguages).flatMap(
  ([file, titles]) => patternsOf(file, Object.keys(titles)),
);

/** Tests that `npm test` leaves to `npm run test:all`. */
export const LEFT_TO_WHOLE_RUN: readonly RegExp[] = Object.entries(WHOLE_RUN_ONLY).flatMap(
  ([file, { titles }]) => patternsOf(file, titles),
);
