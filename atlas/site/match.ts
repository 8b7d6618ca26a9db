/** Groups of words and phrases that the search treats as equal. */
export type Synonyms = readonly (readonly string[])[];

/** A search term: the patterns of the term itself, and those of its stem and synonyms. */
type Term = { readonly exact: RegExp; readonly similar: readonly RegExp[] };

const STOP_WORDS = new Set(
  (
    "a an the is are be of to in on at for by and or do does did can may my i it what which who when where how many much often long after happens before there get if when see work must should would set sets take takes that not they somebody did didn't doesn't don't has have was were will with from their this that " +
    '은 는 이 가 을 를 안 번 무엇 뭐 뭐라고 무슨 언제 어디서 어떻게 얼마나 누가 수 때 것 되나요 하나요 있나요 있는 있으면 인가요 ' +
    '하면 하고 되면 하는 하나 나오나 어느 어떤 실제로 화면에 누구 누가 동안 쓸 여러 다음 얼마 나오나요 보이나요 걸리나요 주나요 몇 중 후 뒤 전 경우 도중'
  ).split(' '),
);

/** Particles, or the endings of the verbs 하다 and 되다, after a Korean noun of at least two syllables. */
const KOREAN_ENDING =
  /(?<=[가-힣]{2})(?:에서|에게|으로|까지|부터|보다|이나|은|는|이|가|을|를|와|과|의|에|로|도|만|랑|[하해했할한합되돼됐될된됩][가-힣]*)$/;

/** A word without its English suffix or Korean particle. */
const stemOf = (word: string): string =>
  word
    .replace(/^([a-z]{4,}?)(?:es|ed|ing|s)$/, '$1')
    .replace(/^([\w.]+)[가-힣]+$/, '$1')
    .replace(KOREAN_ENDING, '');

/** Matches a number alone, an English word at the beginning of words, and anything else anywhere. */
function patternOf(word: string): RegExp {
  const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (/^\d+$/.test(word)) return new RegExp(`(?<![a-z\\d])${escaped}(?!\\d)`);
  return new RegExp(/^[a-z\d]/.test(word) ? `(?<![a-z\\d])${escaped}` : escaped);
}

const lowerCaseWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/[?!.,]+$/, ''))
    .filter(Boolean);

const stemsOf = (phrase: string): string => lowerCaseWords(phrase).map(stemOf).join(' ');

/** The terms of a question: each word, or each phrase that has synonyms. */
function termsOf(question: string, synonyms: Synonyms): readonly Term[] {
  const questionWords = lowerCaseWords(question);
  const significant = questionWords.filter((word) => !STOP_WORDS.has(word));
  const words = significant.length > 0 ? significant : questionWords;
  const longest = Math.max(1, ...synonyms.flat().map((phrase) => lowerCaseWords(phrase).length));
  /** The synonyms of a phrase, whose last word may have a Korean ending. */
  const synonymsOf = (phrase: string) =>
    synonyms
      .filter((group) =>
        group.map(stemsOf).some((each) => {
          const stems = stemsOf(phrase);
          return stems.startsWith(each) && /^[가-힣]*$/.test(stems.slice(each.length));
        }),
      )
      .flat();
  const terms: Term[] = [];
  for (let at = 0; at < words.length; ) {
    const phrases = Array.from({ length: longest }, (_, index) => words.slice(at, at + longest - index));
    const parts = phrases.find((each) => synonymsOf(each.join(' ')).length > 0) ?? words.slice(at, at + 1);
    const phrase = parts.join(' ');
    const stems = stemsOf(phrase);
    const similar = [stems, ...synonymsOf(phrase).map((each) => each.toLowerCase())];
    terms.push({
      exact: patternOf(/[가-힣]/.test(phrase) ? stems : phrase),
      similar: similar.map(patternOf),
    });
    at += parts.length;
  }
  return terms;
}

/** An entry of the search: its names, all of its text, and the weight of its kind. */
export type Searchable = { readonly names: string; readonly words: string; readonly weight: number };

/** Text in lower case, followed by the parts of names in camel case. */
export function searchText(text: string): string {
  const parts = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2');
  return (parts === text ? text : `${text} ${parts}`).toLowerCase();
}

/** An entry is shown when its score is at least this part of the best one. */
const MIN_RELATIVE_SCORE = 0.5;

/**
 * The entries with the highest scores, and whether the first one matches every term. The weight of a term is its inverse document frequency; it counts more in the
 * name of an entry, and more for the word itself than for a synonym. Terms that an entry lacks lower its score.
 */
export function findMatches<Entry extends Searchable>(
  entries: readonly Entry[],
  question: string,
  synonyms: Synonyms,
) {
  const terms = termsOf(question, synonyms);
  const scores = entries.map((entry) => ({ entry, count: 0, covered: 0, score: 0 }));
  let all = 0;
  for (const { exact, similar } of terms) {
    const matching = scores.filter(({ entry }) => similar.some((pattern) => pattern.test(entry.words)));
    const weight = Math.log(1 + entries.length / Math.max(1, matching.length));
    all += weight;
    for (const each of matching) {
      const { names, words } = each.entry;
      each.count += 1;
      each.covered += weight;
      each.score += weight * (1 + Number(exact.test(words)) / 2 + Number(exact.test(names)) / 2);
    }
  }
  const ranked = scores
    .filter(({ count }) => count > 0)
    .map(({ covered, score, ...each }) => ({
      ...each,
      score: score * each.entry.weight * (covered / all) ** 2,
    }))
    .toSorted((one, other) => other.score - one.score);
  const [best] = ranked;
  return {
    entries: ranked
      .filter(({ score }) => score >= (best?.score ?? 0) * MIN_RELATIVE_SCORE)
      .map(({ entry }) => entry),
    hasEveryWord: best?.count === terms.length,
  };
}
