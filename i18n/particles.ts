/** How the sound before a particle ends: with a vowel, with the consonant ㄹ, or with another one. */
type Ending = 'vowel' | 'rieul' | 'consonant';

const endingOf = (letters: Readonly<Record<Exclude<Ending, 'vowel'>, string>>, letter: string): Ending => {
  if (letters.rieul.includes(letter)) return 'rieul';
  return letters.consonant.includes(letter) ? 'consonant' : 'vowel';
};

/** Digits as they are read: 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구. A final 0 is 영, 십, 백, 천 or 만. */
const DIGITS = { rieul: '178', consonant: '036' };
/** Names of the Latin letters: 엘 and 알, 엠 and 엔. */
const LETTER_NAMES = { rieul: 'lr', consonant: 'mn' };

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const FINALS = 28;
const RIEUL = 8;

function endingOfSyllable(code: number): Ending {
  const final = (code - FIRST_SYLLABLE) % FINALS;
  if (final === 0) return 'vowel';
  return final === RIEUL ? 'rieul' : 'consonant';
}

/** The first pattern that matches an English word gives its ending when it is read in Korean. */
const WORD_ENDINGS: readonly (readonly [RegExp, Ending])[] = [
  [/hub$/, 'vowel'],
  [/[^aeiou]le$|[aeiouyr]le?$|ll$/, 'rieul'],
  [/ng$|[aeiouy][mn]e?$|[^aeiou][mn]$/, 'consonant'],
  [/(?:^|[^aeiou])[aeiou][bckpt]$|(?:oo|c)k$|(?:p|ou)p$/, 'consonant'],
];

function endingOfWord(word: string): Ending {
  const isSpelledOut = /^[A-Z]{1,4}$/.test(word) || /^(?:[a-z]|[^aeiouy]+)$/i.test(word);
  if (isSpelledOut) return endingOf(LETTER_NAMES, word.slice(-1).toLowerCase());
  const lower = word.toLowerCase();
  return WORD_ENDINGS.find(([pattern]) => pattern.test(lower))?.[1] ?? 'vowel';
}

/** An addition in parentheses does not count (the particle follows the word before), nor does punctuation. */
const UNSPOKEN = /(?:(?<=\S)\s*\([^()]*\)|[)\]}>"'’”」』》〉〕】.,!?])+$/u;

/** The ending of the text before a particle; null when its reading is unknown. */
function endingBefore(text: string): Ending | null {
  const spoken = text.replace(UNSPOKEN, '');
  const word = /[a-z]+$/i.exec(spoken)?.[0];
  if (word !== undefined) return endingOfWord(word);
  const last = spoken.slice(-1);
  if (/^\d$/.test(last)) return endingOf(DIGITS, last);
  if (last === '%') return 'vowel';
  const code = last.charCodeAt(0);
  return code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE ? endingOfSyllable(code) : null;
}

const PAIRS: Readonly<Record<string, readonly [afterConsonant: string, afterVowel: string]>> = {
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
const WRITTEN = /(?:을\(를\)|이\(가\)|은\(는\)|과\(와\)|\(으\)로|\(이\)(?:에요|라고|라는|라면|나|며))/g;

/**
 * Chooses the form of each Korean particle that a message writes in both forms, such as `을(를)` or
 * `(으)로`, by the sound before it. Hangul and digits are exact, English words follow
 * their usual Korean reading. Where no reading is known, both forms stay.
 */
export const settleParticles = (text: string): string =>
  text.replace(WRITTEN, (written, offset: number) => {
    const ending = endingBefore(text.slice(0, offset));
    const [afterConsonant, afterVowel] = PAIRS[written] ?? [written, written];
    if (ending === null) return written;
    if (ending === 'rieul' && written === '(으)로') return afterVowel;
    return ending === 'vowel' ? afterVowel : afterConsonant;
  });
