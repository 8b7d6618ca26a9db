import type Koa from 'koa';
import { chosenLanguage, type Language, localeOf, shownLanguage } from '#i18n/locale.ts';

/** A text in both languages. */
export type Bilingual = Readonly<Record<Language, string>>;

/** The language of a page: the remembered choice, else what the browser asks for first (decisions 17 to 19). */
export function pageLanguage(ctx: Koa.Context): Language {
  const preferred = ctx.get('accept-language').split(/[,;]/, 1)[0]?.trim();
  return chosenLanguage(ctx.get('cookie')) ?? shownLanguage(localeOf(preferred ? [preferred] : []));
}
