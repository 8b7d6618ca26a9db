import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenLanguage, languageCookie, localeOf, shownLanguage } from '#i18n/locale.ts';
import { RUNS } from '#tests/support/test-all.ts';

describe('localeOf', () => {
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
  ])('reads %j as %s', (languages, locale) => {
    expect(localeOf(languages)).toBe(locale);
  });

  it('follows the first language alone: Korean and jp stay, any other is English', () => {
    const letters = fc.stringMatching(/^[A-Za-z]{2,8}$/);
    const subtags = fc.array(fc.stringMatching(/^[A-Za-z\d]{1,8}$/), { maxLength: 3 });
    const primary = fc.oneof(letters, fc.constantFrom('ko', 'KO', 'jp', 'Jp', 'ja', 'kok'));
    fc.assert(
      fc.property(primary, subtags, fc.array(letters), (first, rest, others) => {
        const kept = ['ko', 'jp'].find((locale) => locale === first.toLowerCase());
        expect(localeOf([[first, ...rest].join('-'), ...others])).toBe(kept ?? 'en');
      }),
      { numRuns: RUNS },
    );
  });
});

describe('shownLanguage', () => {
  it.each([
    ['ko', 'ko'],
    ['en', 'en'],
    ['jp', 'ko'],
  ] as const)('shows %s in %s', (locale, language) => {
    expect(shownLanguage(locale)).toBe(language);
  });
});

describe('language cookie', () => {
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
  ])('reads %j as %j', (cookies, language) => {
    expect(chosenLanguage(cookies)).toBe(language);
  });

  it('lasts a year for the whole site, first-party only', () => {
    expect(languageCookie('en', false)).toBe('language=en; Max-Age=31536000; Path=/; SameSite=Lax');
    expect(languageCookie('ko', true)).toBe('language=ko; Max-Age=31536000; Path=/; SameSite=Lax; Secure');
  });

  it.each(['ko', 'en'] as const)('reads back what it wrote: %s', (language) => {
    expect(chosenLanguage(languageCookie(language, true).split(';')[0] ?? '')).toBe(language);
  });
});
