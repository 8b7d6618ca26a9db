import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import journeys from '#tests/e2e/journeys.json' with { type: 'json' };
import { type JourneyLanguages, titleOf } from '#tests/support/e2e/journeys.ts';
import { LANGUAGES, type Language } from '#tests/support/e2e/texts.ts';

/**
 * Writes the list of journeys with the language of each in `npm test`: listed journeys keep their language, new ones get
 * the language with fewer journeys, and removed ones are dropped.
 */
const LIST = join(import.meta.dirname, 'journeys.json');

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

const count = (list: JourneyLanguages, language: Language): number =>
  Object.values(list)
    .flatMap((titles) => Object.values(titles))
    .filter((each) => each === language).length;

/** The language with fewer journeys in the file so far, then with fewer in all. */
function languageForNew(file: string, list: JourneyLanguages): Language {
  const listOfFile = { [file]: list[file] ?? {} };
  const [first = 'ko'] = [...LANGUAGES].sort(
    (a, b) => count(listOfFile, a) - count(listOfFile, b) || count(list, a) - count(list, b),
  );
  return first;
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
  const ofFile = { ...list[file] };
  ofFile[title] ??= languageForNew(file, list);
  list[file] = ofFile;
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
writeFileSync(LIST, `${JSON.stringify(sorted, null, 2)}\n`);
console.log(LANGUAGES.map((language) => `${language}: ${count(list, language)}`).join(', '));
