/** Groups of words and phrases that mean the same to those who search. */
export type Synonyms = readonly (readonly string[])[];

/** A word of a question, or a phrase of the synonyms, with the patterns of what is looked for in its place. */
type Term = { readonly asked: readonly RegExp[]; readonly all: readonly RegExp[] };

/** Words of a question that say nothing of what is looked for. */
const FILLERS = new Set(
  (
    'a an the is are be of to in on at for by and or do does did can may my i it what which who when where how after ' +
    '은 는 이 가 을 를 무엇 뭐 언제 어디서 어떻게 누가 수 때 것 되나요 하나요 있나요 있는 인가요'
  ).split(' '),
);

/** A Korean word without its last syllable, an English one without its ending, which change with the grammar. */
function stemOf(word: string): string {
  if (/^[가-힣]{3,}$/.test(word)) return word.slice(0, -1);
  if (/^[a-z\d]+[가-힣]{1,2}$/.test(word)) return word.replace(/[가-힣]+$/, '');
  return word.replace(/^([a-z]{4,}?)(?:es|ed|ing|s)$/, '$1');
}

/** An English word is found at the beginning of words, a number alone, and anything else anywhere. */
function patternOf(word: string): RegExp {
  const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (/^\d+$/.test(word)) return new RegExp(`(?<![a-z\\d])${escaped}(?!\\d)`);
  return new RegExp(/^[a-z\d]/.test(word) ? `(?<![a-z\\d])${escaped}` : escaped);
}

const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/[?!.,]+$/, ''))
    .filter(Boolean);

const stemsOf = (phrase: string): string => wordsIn(phrase).map(stemOf).join(' ');

/** The terms of a question: a phrase of the synonyms is one, else each word is. */
function termsOf(question: string, synonyms: Synonyms): readonly Term[] {
  const words = wordsIn(question);
  const telling = words.filter((word) => !FILLERS.has(word));
  const left = telling.length > 0 ? telling : words;
  const longest = Math.max(1, ...synonyms.flat().map((phrase) => wordsIn(phrase).length));
  const terms: Term[] = [];
  for (let at = 0; at < left.length; ) {
    const phrases = Array.from({ length: longest }, (_, index) => left.slice(at, at + longest - index));
    const same = (phrase: readonly string[]) =>
      synonyms.filter((group) => group.some((each) => stemsOf(each) === stemsOf(phrase.join(' '))));
    const phrase = phrases.find((each) => same(each).length > 0) ?? left.slice(at, at + 1);
    const asked = [phrase.join(' ')];
    const all = [
      ...asked,
      ...asked.map(stemsOf),
      ...same(phrase)
        .flat()
        .map((each) => each.toLowerCase()),
    ];
    terms.push({ asked: asked.map(patternOf), all: [...new Set(all)].map(patternOf) });
    at += phrase.length;
  }
  return terms;
}

const isIn = (text: string, patterns: readonly RegExp[]): boolean =>
  patterns.some((pattern) => pattern.test(text));

/** What is searched: the names of an entry, and all its words. */
export type Searched = { readonly names: string; readonly words: string };

/** Text as it is searched: in small letters, with the parts of a name such as `linkLifetime` as words, too. */
export function searched(text: string): string {
  const parts = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2');
  return (parts === text ? text : `${text} ${parts}`).toLowerCase();
}

/** What matches a question, the best first; `isWhole` where it has every word, and not only most of them. */
export type Matches<Entry> = { readonly found: readonly Entry[]; readonly isWhole: boolean };

/**
 * The entries that have every word of a question, in any order: those named by it first, those that have a synonym or
 * another form of a word last. Where none has every word, those that have at least half of them, most words first.
 */
export function matchesOf<Entry extends Searched>(
  entries: readonly Entry[],
  question: string,
  synonyms: Synonyms,
): Matches<Entry> {
  const terms = termsOf(question, synonyms);
  const scored = entries.map((entry) => {
    const count = terms.filter(({ all }) => isIn(entry.words, all)).length;
    const points = (text: string, which: 'asked' | 'all') =>
      count === 0 ? 0 : terms.filter((term) => isIn(text, term[which])).length;
    return {
      entry,
      score: [count, points(entry.names, 'asked'), points(entry.words, 'asked'), points(entry.names, 'all')],
    };
  });
  const most = Math.max(0, ...scored.map(({ score: [count = 0] }) => count));
  const isWhole = terms.length > 0 && most === terms.length;
  const least = isWhole ? most : Math.max(1, Math.ceil(terms.length / 2));
  const found = scored
    .filter(({ score: [count = 0] }) => count >= least)
    .toSorted((one, other) => {
      const index = one.score.findIndex((points, at) => points !== other.score[at]);
      return index < 0 ? 0 : (other.score[index] ?? 0) - (one.score[index] ?? 0);
    });
  return { found: found.map(({ entry }) => entry), isWhole };
}
