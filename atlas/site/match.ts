/** Groups of words and phrases that the search treats as equal. */
export type Synonyms = readonly (readonly string[])[];

/** A search term. `exact` matches the term itself; `similar` are the patterns of its stem and of its synonyms. */
type Term = { readonly exact: RegExp; readonly similar: readonly RegExp[] };

const STOP_WORDS = new Set(
  (
    "a an the is are be of to in on at for by and or do does did can may my i it what which who when where how many much often long after happens before there get if when see work must should would set sets take takes that not they somebody did didn't doesn't don't has have was were will with from their this that " +
    '은 는 이 가 을 를 안 번 무엇 뭐 뭐라고 무슨 언제 어디서 어떻게 얼마나 누가 수 때 것 되나요 하나요 있나요 있는 있으면 인가요 ' +
    '하면 하고 되면 하는 하나 나오나 어느 어떤 실제로 화면에 누구 누가 동안 쓸 여러 다음 얼마 나오나요 보이나요 걸리나요 주나요 몇 중 후 뒤 전 경우 도중'
  ).split(' '),
);

/** Matches a Korean particle, or an ending of the verbs 하다 and 되다, after a noun of at least two syllables. */
const KOREAN_ENDING =
  /(?<=[가-힣]{2})(?:에서|에게|으로|까지|부터|보다|이나|은|는|이|가|을|를|와|과|의|에|로|도|만|랑|[하해했할한합되돼됐될된됩][가-힣]*)$/;

/** A word without its English suffix or Korean particle. */
const stemOf = (word: string): string =>
  word
    .replace(/^([a-z]{4,}?)(?:es|ed|ing|s)$/, '$1')
    .replace(/^([\w.]+)[가-힣]+$/, '$1')
    .replace(KOREAN_ENDING, '');

/**
 * The pattern of a word. A number matches only the same number, an English word matches the beginnings of words, and any other word
 * matches everywhere.
 */
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

/** The search terms in a question: phrases that have synonyms, and single words. */
function termsOf(question: string, synonyms: Synonyms): readonly Term[] {
  const questionWords = lowerCaseWords(question);
  const significantWords = questionWords.filter((word) => !STOP_WORDS.has(word));
  const words = significantWords.length > 0 ? significantWords : questionWords;
  const maxPhraseLength = Math.max(1, ...synonyms.flat().map((phrase) => lowerCaseWords(phrase).length));
  /** The synonyms of a phrase. The last word of the phrase may have a Korean ending. */
  const synonymsOf = (phrase: string) =>
    synonyms
      .filter((group) =>
        group.map(stemsOf).some((synonymStems) => {
          const stems = stemsOf(phrase);
          return stems.startsWith(synonymStems) && /^[가-힣]*$/.test(stems.slice(synonymStems.length));
        }),
      )
      .flat();
  const terms: Term[] = [];
  for (let position = 0; position < words.length; ) {
    const phrases = Array.from({ length: maxPhraseLength }, (_, index) =>
      words.slice(position, position + maxPhraseLength - index),
    );
    const phraseWords =
      phrases.find((phrase) => synonymsOf(phrase.join(' ')).length > 0) ??
      words.slice(position, position + 1);
    const phrase = phraseWords.join(' ');
    const stems = stemsOf(phrase);
    const similar = [stems, ...synonymsOf(phrase).map((synonym) => synonym.toLowerCase())];
    terms.push({
      exact: patternOf(/[가-힣]/.test(phrase) ? stems : phrase),
      similar: similar.map(patternOf),
    });
    position += phraseWords.length;
  }
  return terms;
}

/** The searchable texts of an entry: its names, and all its texts as `text`. `weight` is the weight of its kind. */
export type Searchable = { readonly names: string; readonly text: string; readonly weight: number };

/** A text in lower case. If it contains names in camel case, it is followed by the same text with these names split into words. */
export function searchText(text: string): string {
  const parts = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2');
  return (parts === text ? text : `${text} ${parts}`).toLowerCase();
}

/** Entries are shown when their score is at least this fraction of the best score. */
const MIN_RELATIVE_SCORE = 0.5;

/**
 * The entries with the highest scores. `hasEveryWord`: the first entry matches every term of the question. The weight of a term is its
 * inverse document frequency. A term counts more in the names of an entry than in its other texts, and the term itself counts more
 * than a synonym. A term that an entry does not match lowers the score of the entry.
 */
export function findMatches<Entry extends Searchable>(
  entries: readonly Entry[],
  question: string,
  synonyms: Synonyms,
) {
  const terms = termsOf(question, synonyms);
  const scores = entries.map((entry) => ({ entry, matchedTerms: 0, matchedWeight: 0, score: 0 }));
  let totalWeight = 0;
  for (const { exact, similar } of terms) {
    const matching = scores.filter(({ entry }) => similar.some((pattern) => pattern.test(entry.text)));
    const weight = Math.log(1 + entries.length / Math.max(1, matching.length));
    totalWeight += weight;
    for (const match of matching) {
      const { names, text } = match.entry;
      match.matchedTerms += 1;
      match.matchedWeight += weight;
      match.score += weight * (1 + Number(exact.test(text)) / 2 + Number(exact.test(names)) / 2);
    }
  }
  const ranked = scores
    .filter(({ matchedTerms }) => matchedTerms > 0)
    .map(({ entry, matchedTerms, matchedWeight, score }) => ({
      entry,
      matchedTerms,
      score: score * entry.weight * (matchedWeight / totalWeight) ** 2,
    }))
    .toSorted((a, b) => b.score - a.score);
  const [best] = ranked;
  return {
    entries: ranked
      .filter(({ score }) => score >= (best?.score ?? 0) * MIN_RELATIVE_SCORE)
      .map(({ entry }) => entry),
    hasEveryWord: best?.matchedTerms === terms.length,
  };
}
