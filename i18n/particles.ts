/** How the sound before a particle ends: with a vowel, with the consonant ㄹ (rieul), or with another consonant. */
type Ending = 'vowel' | 'rieul' | 'consonant';

/** The ending of a letter or digit; `letters` contains the characters that end with a consonant. */
const endingOf = (letters: Readonly<Record<Exclude<Ending, 'vowel'>, string>>, letter: string): Ending => {
  if (letters.rieul.includes(letter)) return 'rieul';
  return letters.consonant.includes(letter) ? 'consonant' : 'vowel';
};

/** The digits whose Korean name ends with a consonant. A final 0 is read as 영, 십, 백, 천 or 만. */
const DIGITS = { rieul: '178', consonant: '036' };
/** The Latin letters whose Korean name ends with a consonant: 엘 and 알, 엠 and 엔. */
const LETTER_NAMES = { rieul: 'lr', consonant: 'mn' };

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
/** The number of final consonants of a syllable in Unicode, including no final consonant. */
const FINAL_COUNT = 28;
/** The index of the final consonant ㄹ. */
const RIEUL_INDEX = 8;

function endingOfSyllable(code: number): Ending {
  const finalIndex = (code - FIRST_SYLLABLE) % FINAL_COUNT;
  if (finalIndex === 0) return 'vowel';
  return finalIndex === RIEUL_INDEX ? 'rieul' : 'consonant';
}

/** Patterns of English words, with the ending of their Korean reading. The first pattern that matches counts. */
const WORD_ENDINGS: readonly (readonly [RegExp, Ending])[] = [
  [/hub$/, 'vowel'],
  [/[^aeiou]le$|[aeiouyr]le?$|ll$/, 'rieul'],
  [/ng$|[aeiouy][mn]e?$|[^aeiou][mn]$/, 'consonant'],
  [/(?:^|[^aeiou])[aeiou][bckpt]$|(?:oo|c)k$|(?:p|ou)p$/, 'consonant'],
];

function endingOfWord(word: string): Ending {
  const isSpelledOut = /^[A-Z]{1,4}$/.test(word) || /^(?:[a-z]|[^aeiouy]+)$/i.test(word);
  if (isSpelledOut) return endingOf(LETTER_NAMES, word.slice(-1).toLowerCase());
  const lowerCaseWord = word.toLowerCase();
  return WORD_ENDINGS.find(([pattern]) => pattern.test(lowerCaseWord))?.[1] ?? 'vowel';
}

/** Text at the end that is not read before a particle: an addition in parentheses, and punctuation. */
const UNSPOKEN = /(?:(?<=\S)\s*\([^()]*\)|[)\]}>"'’”」』》〉〕】.,!?])+$/u;

/** The ending of the text before a particle; null if the Korean reading of the text is unknown. */
function endingOfText(text: string): Ending | null {
  const spokenText = text.replace(UNSPOKEN, '');
  const word = /[a-z]+$/i.exec(spokenText)?.[0];
  if (word !== undefined) return endingOfWord(word);
  const lastCharacter = spokenText.slice(-1);
  if (/^\d$/.test(lastCharacter)) return endingOf(DIGITS, lastCharacter);
  if (lastCharacter === '%') return 'vowel';
  const code = lastCharacter.charCodeAt(0);
  return code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE ? endingOfSyllable(code) : null;
}

/** The two forms of each particle, by the way in which a text writes both of them. */
const FORMS: Readonly<Record<string, readonly [afterConsonant: string, afterVowel: string]>> = {
  '을(를)': ['을', '를'],
  '이(가)': ['이', '가'],
  '은(는)': ['은', '는'],
  '과(와)': ['과', '와'],
  '(으)로': ['으로', '로'],
  '(이)에요': ['이에요', '예요'],
  '(이)라고': ['이라고', '라고'],
  '(이)라는': ['이라는', '라는'],
  '(이)라면': ['이라면', '라면'],
  '(이)나': ['이나', '나'],
  '(이)며': ['이며', '며'],
};
/** A particle that a text writes in both forms. */
const BOTH_FORMS = /(?:을\(를\)|이\(가\)|은\(는\)|과\(와\)|\(으\)로|\(이\)(?:에요|라고|라는|라면|나|며))/g;

/**
 * Replaces each Korean particle that a text writes in both forms, such as `을(를)` or `(으)로`, with the form that fits the
 * sound before the particle. The sound is certain after Hangul and digits, and follows the usual Korean reading after an
 * English word. If the reading is unknown, both forms stay.
 */
export const settleParticles = (text: string): string =>
  text.replace(BOTH_FORMS, (bothForms, offset: number) => {
    const ending = endingOfText(text.slice(0, offset));
    const [afterConsonant, afterVowel] = FORMS[bothForms] ?? [bothForms, bothForms];
    if (ending === null) return bothForms;
    if (ending === 'rieul' && bothForms === '(으)로') return afterVowel;
    return ending === 'vowel' ? afterVowel : afterConsonant;
  });
