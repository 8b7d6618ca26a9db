import { chosenLanguage, type Language, localeOf, shownLanguage } from '#i18n/locale.ts';

/** A text in both languages. */
export type Bilingual = Readonly<Record<Language, string>>;

/** The language of a page: the person's stored choice, or the browser's first language (rules 17 to 19). */
export function pageLanguage(cookieHeader: string, acceptLanguage: string): Language {
  const preferred = acceptLanguage.split(/[,;]/, 1)[0]?.trim();
  return chosenLanguage(cookieHeader) ?? shownLanguage(localeOf(preferred ? [preferred] : []));
}
