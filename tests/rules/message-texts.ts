import {
  isPluralElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';

/** The texts of a language by key. */
export type Catalogue = Readonly<Record<string, string>>;

const HANGUL = /[\p{Script=Hangul}]/u;

/** Texts that are written alike in both languages. */
const SAME_IN_BOTH: ReadonlySet<string> = new Set([
  'title.method.1',
  // Exact by decision 36.
  'title.result.approved',
  'title.result.rejected',
  'title.result.used',
]);

/** Particles whose form follows the sound before them: alone, and before the next word or the end. */
const SINGLE_FORM =
  /^(?:은|는|이|가|을|를|과|와|으로|로|이나|나|이며|며|이라고|라고|이라는|라는|이라면|라면|이에요|예요)(?=[\s.,!?)]|$)/;

const partsOf = (elements: readonly MessageFormatElement[]): MessageFormatElement[][] => [
  [...elements],
  ...elements.flatMap((element) => {
    if (isTagElement(element)) return partsOf(element.children);
    if (isPluralElement(element) || isSelectElement(element)) {
      return Object.values(element.options).flatMap((option) => partsOf(option.value));
    }
    return [];
  }),
];

/** Names of the values that a message inserts or chooses by. */
const valuesOf = (message: string): string[] => {
  const named = partsOf(parse(message))
    .flat()
    .filter((element) => element.type !== 0 && element.type !== 7);
  return [...new Set(named.map((element) => ('value' in element ? element.value : '')))].sort();
};

const missing = (from: Catalogue, keys: Catalogue, language: string): string[] =>
  Object.keys(keys)
    .filter((key) => !Object.hasOwn(from, key))
    .map((key) => `${key} is not there in ${language}`);

const valueProblems = (ko: Catalogue, en: Catalogue): string[] =>
  Object.entries(ko).flatMap(([key, korean]) => {
    const english = en[key];
    if (english === undefined) return [];
    const [inKorean, inEnglish] = [valuesOf(korean).join(', '), valuesOf(english).join(', ')];
    return inKorean === inEnglish ? [] : [`${key} inserts {${inKorean}} in ko and {${inEnglish}} in en`];
  });

const languageProblems = (ko: Catalogue, en: Catalogue): string[] => [
  ...Object.entries(ko)
    .filter(([key, text]) => !HANGUL.test(text) && !SAME_IN_BOTH.has(key))
    .map(([key]) => `${key} has no Korean in ko`),
  ...Object.entries(en)
    .filter(([key, text]) => HANGUL.test(text) && !SAME_IN_BOTH.has(key))
    .map(([key]) => `${key} has Korean in en`),
];

const particleProblems = (ko: Catalogue): string[] =>
  Object.entries(ko).flatMap(([key, text]) =>
    partsOf(parse(text)).flatMap((elements) =>
      elements.flatMap((element, index) => {
        const before = elements[index - 1];
        const isInserted = before !== undefined && before.type !== 0;
        if (!isInserted || element.type !== 0) return [];
        const particle = SINGLE_FORM.exec(element.value)?.[0];
        return particle ? [`${key} writes one form of a particle after a value: ${particle}`] : [];
      }),
    ),
  );

const blankProblems = (texts: Catalogue, language: string): string[] =>
  Object.entries(texts)
    .filter(([, text]) => text.trim() !== text || text === '')
    .map(([key]) => `${key} is empty or has space around it in ${language}`);

/** What is wrong with the texts of the two languages. */
export const textProblems = (ko: Catalogue, en: Catalogue): string[] => [
  ...missing(en, ko, 'en'),
  ...missing(ko, en, 'ko'),
  ...valueProblems(ko, en),
  ...languageProblems(ko, en),
  ...particleProblems(ko),
  ...blankProblems(ko, 'ko'),
  ...blankProblems(en, 'en'),
];
