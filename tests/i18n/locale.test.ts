import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenLanguage, languageCookie, localeOf, shownLanguage } from '#i18n/locale.ts';
import { PROPERTY_RUNS } from '#tests/support/test-all.ts';

describe('the locale of the languages of a browser', () => {
  it.each([
    [['ko'], 'ko'],
    [['ko-KR', 'en'], 'ko'],
    [['KO-kr'], 'ko'],
    [['jp'], 'jp'],
    [['jp-JP', 'ko'], 'jp'],
    [['JP'], 'jp'],
    [['ja', 'ko'], 'en'],
    [['ja-JP'], 'en'],
    [['en-US', 'ko'], 'en'],
    [['fr-FR', 'ko-KR'], 'en'],
    [['kok-IN'], 'en'],
    [['jpn'], 'en'],
    [['zh-Hant-TW'], 'en'],
    [[], 'ko'],
    [[''], 'ko'],
  ])('%j is %s', (languages, locale) => {
    expect(localeOf(languages)).toBe(locale);
  });

  it('is Korean or jp when the first language is, and otherwise English', () => {
    const letters = fc.stringMatching(/^[A-Za-z]{2,8}$/);
    const subtags = fc.array(fc.stringMatching(/^[A-Za-z\d]{1,8}$/), { maxLength: 3 });
    const primary = fc.oneof(letters, fc.constantFrom('ko', 'KO', 'jp', 'Jp', 'ja', 'kok'));
    fc.assert(
      fc.property(primary, subtags, fc.array(letters), (first, rest, others) => {
        const expected = ['ko', 'jp'].find((locale) => locale === first.toLowerCase());
        expect(localeOf([[first, ...rest].join('-'), ...others])).toBe(expected ?? 'en');
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });
});

describe('the shown language', () => {
  it.each([
    ['ko', 'ko'],
    ['en', 'en'],
    ['jp', 'ko'],
  ] as const)('of the locale %s is %s', (locale, language) => {
    expect(shownLanguage(locale)).toBe(language);
  });
});

describe('the language cookie', () => {
  it.each([
    ['language=ko', 'ko'],
    ['a=1; language=en; b=2', 'en'],
    ['a=1;language=en', 'en'],
    ['', null],
    ['language=', null],
    ['language=jp', null],
    ['language=fr', null],
    ['language=english', null],
    ['xlanguage=ko', null],
    ['a=language=ko', null],
    ['Language=ko', null],
  ])('%j is read as %j', (cookies, language) => {
    expect(chosenLanguage(cookies)).toBe(language);
  });

  it('is valid for a year on the whole site, and only sent to this site', () => {
    expect(languageCookie('en', false)).toBe('language=en; Max-Age=31536000; Path=/; SameSite=Lax');
    expect(languageCookie('ko', true)).toBe('language=ko; Max-Age=31536000; Path=/; SameSite=Lax; Secure');
  });

  it.each(['ko', 'en'] as const)('is read as the language that was written: %s', (language) => {
    expect(chosenLanguage(languageCookie(language, true).split(';')[0] ?? '')).toBe(language);
  });
});
