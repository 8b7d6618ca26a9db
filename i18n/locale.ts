import { LANGUAGE_COOKIE } from '#wire/names.ts';

/** The languages of the texts (spec section 1). */
const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A value of the header `X-Language`: a language, or `jp`, the specification's code for Japanese (rule 19). */
export type Locale = Language | 'jp';

const FALLBACK: Language = 'ko';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The locale of a person who has not chosen a language, from the first language of the browser (rules 18, 19): Korean and
 * `jp` for themselves, English for any other language, and Korean if the browser names no language.
 */
export function localeOf(languages: readonly string[]): Locale {
  const primary = languages[0]?.split('-', 1)[0]?.toLowerCase() ?? '';
  if (primary === '') return FALLBACK;
  return primary === 'ko' || primary === 'jp' ? primary : 'en';
}

/** The language of the texts for a locale, and the value of `<html lang>` (rule 19). */
export const shownLanguage = (locale: Locale): Language => (locale === 'jp' ? FALLBACK : locale);

/** The language that the person has chosen before, read from a Cookie header or `document.cookie` (rule 17). */
export function chosenLanguage(cookies: string): Language | null {
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return LANGUAGES.find((language) => pairs.includes(`${LANGUAGE_COOKIE}=${language}`)) ?? null;
}

/** The cookie that stores the chosen language for a year, in the format of `document.cookie` and Set-Cookie. */
export const languageCookie = (language: Language, isSecure: boolean): string =>
  `${LANGUAGE_COOKIE}=${language}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/** The first requested language that the portal has; null if the portal has no requested language. */
export const languageAmong = (tags: readonly string[]): Language | null =>
  tags
    .map((tag) => tag.split('-')[0]?.toLowerCase())
    .flatMap((primary) => LANGUAGES.filter((language) => language === primary))[0] ?? null;
