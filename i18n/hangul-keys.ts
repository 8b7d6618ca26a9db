/** Keys of the standard two-set Korean keyboard, by the order of Unicode's Hangul tables. */
const INITIALS = 'r R s e E f a q Q t T d w W c z x v g'.split(' ');
const VOWELS = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ');
const FINALS = ['', ...'r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ')];
const LETTERS = [
  ...'r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g'.split(' '),
  ...VOWELS,
];

const FIRST_SYLLABLE = 0xac00;
const FIRST_LETTER = 0x3131;
const SYLLABLES_PER_INITIAL = VOWELS.length * FINALS.length;

function keysOf(character: string): string {
  const syllable = (character.codePointAt(0) ?? 0) - FIRST_SYLLABLE;
  if (syllable >= 0 && syllable < INITIALS.length * SYLLABLES_PER_INITIAL) {
    const initial = INITIALS[Math.floor(syllable / SYLLABLES_PER_INITIAL)] ?? '';
    const vowel = VOWELS[Math.floor((syllable % SYLLABLES_PER_INITIAL) / FINALS.length)] ?? '';
    return initial + vowel + (FINALS[syllable % FINALS.length] ?? '');
  }
  return LETTERS[(character.codePointAt(0) ?? 0) - FIRST_LETTER] ?? character;
}

/** Whether a text contains Hangul, as when a Korean input method was on. */
export const hasHangul = (text: string): boolean => /\p{Script=Hangul}/u.test(text.normalize('NFC'));

/** The Latin letters of the keys that were pressed for a Hangul text; the rest of the text stays. */
export const latinKeys = (text: string): string => [...text.normalize('NFC')].map(keysOf).join('');
