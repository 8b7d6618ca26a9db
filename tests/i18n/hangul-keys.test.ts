import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasHangul, latinKeys } from '#i18n/hangul-keys.ts';

const KEYS = 'qwertyuiopasdfghjklzxcvbnmQWERTOP';
const LETTERS = 'ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡㅃㅉㄸㄲㅆㅒㅖ';
const COMPOUNDS: Readonly<Record<string, string>> = {
  ㅗㅏ: 'ㅘ',
  ㅗㅐ: 'ㅙ',
  ㅗㅣ: 'ㅚ',
  ㅜㅓ: 'ㅝ',
  ㅜㅔ: 'ㅞ',
  ㅜㅣ: 'ㅟ',
  ㅡㅣ: 'ㅢ',
  ㄱㅅ: 'ㄳ',
  ㄴㅈ: 'ㄵ',
  ㄴㅎ: 'ㄶ',
  ㄹㄱ: 'ㄺ',
  ㄹㅁ: 'ㄻ',
  ㄹㅂ: 'ㄼ',
  ㄹㅅ: 'ㄽ',
  ㄹㅌ: 'ㄾ',
  ㄹㅍ: 'ㄿ',
  ㄹㅎ: 'ㅀ',
  ㅂㅅ: 'ㅄ',
};
const SYLLABLE =
  /([ㄱ-ㅎ])(ㅗ[ㅏㅐㅣ]|ㅜ[ㅓㅔㅣ]|ㅡㅣ|[ㅏ-ㅣ])((?:ㄱㅅ|ㄴ[ㅈㅎ]|ㄹ[ㄱㅁㅂㅅㅌㅍㅎ]|ㅂㅅ|[ㄱ-ㅎ])(?![ㅏ-ㅣ]))?/g;
const FINALS = 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';
const FIRST_FINAL = 0x11a8;

const compoundOf = (letters: string): string => COMPOUNDS[letters] ?? letters;

/** Joins letters to a syllable; compatibility letters first become those that Unicode composes. */
const syllable = (initial: string, vowel: string, final = ''): string =>
  (initial.normalize('NFKC') + compoundOf(vowel).normalize('NFKC') + final).normalize('NFC');

/** The text that a two-set input method makes of keys. */
function typeInHangul(keys: string): string {
  const letters = [...keys].map((key) => LETTERS[KEYS.indexOf(key)] ?? key).join('');
  return letters.replace(SYLLABLE, (_, initial: string, vowel: string, final = '') => {
    const index = FINALS.indexOf(compoundOf(final));
    if (final === '' || index === -1) return syllable(initial, vowel) + final;
    return syllable(initial, vowel, String.fromCodePoint(FIRST_FINAL + index));
  });
}

describe('the Latin keys of a Hangul text', () => {
  it.each([
    ['안녕하세요', 'dkssudgktpdy'],
    ['비밀번호', 'qlalfqjsgh'],
    ['닭', 'ekfr'],
    ['값', 'rkqt'],
    ['의사', 'dmltk'],
    ['쌍', 'Tkd'],
    ['꿰뚫다', 'RnpEnfgek'],
    ['ㅋㅋ', 'zz'],
    ['ㄳㅢㅖ', 'rtmlP'],
    ['가1A ㅏ', 'rk1A k'],
  ])('of %s are %s', (text, keys) => {
    expect(latinKeys(text)).toBe(keys);
  });

  it('are the pressed keys for all input from a two-set keyboard', () => {
    const keys = fc.string({ unit: fc.constantFrom(...KEYS, ...'0123456789-'), maxLength: 60 });
    fc.assert(
      fc.property(keys, (pressed) => {
        expect(latinKeys(typeInHangul(pressed))).toBe(pressed);
      }),
      { numRuns: 2000 },
    );
  });

  it('are the code of a security key', () => {
    const code = fc.string({ unit: fc.constantFrom(...'cbdefghijklnrtuv'), minLength: 44, maxLength: 44 });
    fc.assert(
      fc.property(code, (pressed) => {
        expect(hasHangul(typeInHangul(pressed))).toBe(true);
        expect(latinKeys(typeInHangul(pressed))).toBe(pressed);
      }),
    );
  });

  it('are the same for composed and decomposed text', () => {
    expect(latinKeys('닭값'.normalize('NFD'))).toBe('ekfrrkqt');
  });

  it('are the text itself when it has no Hangul', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(hasHangul(text)).toBe(false);
        expect(latinKeys(text)).toBe(text);
      }),
    );
  });
});
