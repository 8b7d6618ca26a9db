import { LANGUAGE_COOKIE } from '#wire/names.ts';

/** Languages of the portal's texts (spec section 1). */
const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Values of X-Language: a language, or `jp`, the specification's code for Japanese, sent unchanged (rule 19). */
export type Locale = Language | 'jp';

const FALLBACK: Language = 'ko';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The locale of a person who has chosen none (rules 18, 19): the primary subtag of the first
 * language that the browser names. Korean and `jp` stay, any other is English, none is Korean.
 */
export function localeOf(languages: readonly string[]): Locale {
  const primary = languages[0]?.split('-', 1)[0]?.toLowerCase() ?? '';
  if (primary === '') return FALLBACK;
  return primary === 'ko' || primary === 'jp' ? primary : 'en';
}

/** The language of the texts for a locale, and the value of `<html lang>` (rule 19). */
export const shownLanguage = (locale: Locale): Language => (locale === 'jp' ? FALLBACK : locale);

/** The language chosen before, from a Cookie header or `document.cookie` (rule 17). */
export function chosenLanguage(cookies: string): Language | null {
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return LANGUAGES.find((language) => pairs.includes(`${LANGUAGE_COOKIE}=${language}`)) ?? null;
}

/** The cookie that remembers a choice for a year, as `document.cookie` or Set-Cookie takes it. */
export const languageCookie = (language: Language, isSecure: boolean): string =>
  `${LANGUAGE_COOKIE}=${language}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/** The first language that a service requests and the portal has; null when there is none. */
export const languageAmong = (tags: readonly string[]): Language | null =>
  tags
    .map((tag) => tag.split('-')[0]?.toLowerCase())
    .flatMap((primary) => LANGUAGES.filter((language) => language === primary))[0] ?? null;
