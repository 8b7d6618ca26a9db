/*
 * The keys of the standard Korean keyboard (two-set) for each letter, in the order of Unicode's Hangul tables. A syllable
 * consists of an initial consonant, a vowel and perhaps a final consonant.
 */
const INITIALS = 'r R s e E f a q Q t T d w W c z x v g'.split(' ');
const VOWELS = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ');
const FINALS = ['', ...'r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ')];
/** Letters that are not part of a syllable. */
const LETTERS = [
  ...'r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g'.split(' '),
  ...VOWELS,
];

const FIRST_SYLLABLE = 0xac00;
const FIRST_LETTER = 0x3131;
const SYLLABLES_PER_INITIAL = VOWELS.length * FINALS.length;

/** The keys with which a Hangul character is typed; any other character is returned unchanged. */
function keysOf(character: string): string {
  const syllable = (character.codePointAt(0) ?? 0) - FIRST_SYLLABLE;
  if (syllable >= 0 && syllable < INITIALS.length * SYLLABLES_PER_INITIAL) {
    const initial = INITIALS[Math.floor(syllable / SYLLABLES_PER_INITIAL)] ?? '';
    const vowel = VOWELS[Math.floor((syllable % SYLLABLES_PER_INITIAL) / FINALS.length)] ?? '';
    return initial + vowel + (FINALS[syllable % FINALS.length] ?? '');
  }
  return LETTERS[(character.codePointAt(0) ?? 0) - FIRST_LETTER] ?? character;
}

/** Whether a text contains Hangul, which a Korean input method produces. */
export const hasHangul = (text: string): boolean => /\p{Script=Hangul}/u.test(text.normalize('NFC'));

/** Replaces the Hangul in a text with the Latin letters on the keys with which it was typed. */
export const latinKeys = (text: string): string => [...text.normalize('NFC')].map(keysOf).join('');
