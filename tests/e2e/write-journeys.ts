import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import journeys from '#tests/e2e/journeys.json' with { type: 'json' };
import { type JourneyLanguages, titleOf } from '#tests/support/e2e/journeys.ts';
import { LANGUAGES, type Language } from '#tests/support/e2e/texts.ts';

/*
 * Writes the list of journeys, each with its language in `npm test`. The language of a listed journey remains; a new journey gets
 * the language with fewer journeys, and a removed journey is removed from the list.
 */

const LIST_FILE = join(import.meta.dirname, 'journeys.json');

/** A group of tests in Playwright's report. */
type Suite = {
  readonly title: string;
  readonly specs: readonly { readonly title: string }[];
  readonly suites?: readonly Suite[] | undefined;
};
const suiteSchema: v.GenericSchema<Suite> = v.object({
  title: v.string(),
  specs: v.array(v.object({ title: v.string() })),
  suites: v.optional(v.array(v.lazy(() => suiteSchema))),
});

const titlesIn = ({ specs, suites = [] }: Suite, groups: readonly string[]): readonly string[] => [
  ...specs.map(({ title }) => titleOf([...groups, title])),
  ...suites.flatMap((suite) => titlesIn(suite, [...groups, suite.title])),
];

const countJourneys = (list: JourneyLanguages, language: Language): number =>
  Object.values(list)
    .flatMap((titles) => Object.values(titles))
    .filter((each) => each === language).length;

/** The language with fewer journeys in the file, or with fewer journeys in the list if the numbers in the file are equal. */
function languageForNew(file: string, list: JourneyLanguages): Language {
  const listOfFile = { [file]: list[file] ?? {} };
  const [languageWithFewer = 'ko'] = [...LANGUAGES].sort(
    (a, b) =>
      countJourneys(listOfFile, a) - countJourneys(listOfFile, b) ||
      countJourneys(list, a) - countJourneys(list, b),
  );
  return languageWithFewer;
}

const output = execFileSync('playwright', ['test', '--list', '--reporter=json', 'tests/e2e/journeys'], {
  encoding: 'utf8',
});
const { suites } = v.parse(v.object({ suites: v.array(suiteSchema) }), JSON.parse(output));
const currentList: JourneyLanguages = journeys as JourneyLanguages;
const titles = suites.flatMap((suite) => {
  const file = suite.title.replace(/^.*\//, '');
  return titlesIn(suite, []).map((title) => ({ file, title }));
});

const list: Record<string, Record<string, Language>> = {};
for (const { file, title } of titles) {
  const language = currentList[file]?.[title];
  list[file] = { ...list[file], ...(language && { [title]: language }) };
}
for (const { file, title } of titles) {
  const languagesOfFile = { ...list[file] };
  languagesOfFile[title] ??= languageForNew(file, list);
  list[file] = languagesOfFile;
}
const sorted = Object.fromEntries(
  Object.entries(list)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([file, languages]) => [
      file,
      Object.fromEntries(
        titles.filter((each) => each.file === file).map(({ title }) => [title, languages[title]]),
      ),
    ]),
);
writeFileSync(LIST_FILE, `${JSON.stringify(sorted, null, 2)}\n`);
console.log(LANGUAGES.map((language) => `${language}: ${countJourneys(list, language)}`).join(', '));
