import type Koa from 'koa';
import { LANGUAGE_COOKIE } from '#wire/names.ts';

/** The languages that the engine's pages are written in. */
export type Language = 'ko' | 'en';

/** A text in both languages. */
export type Bilingual = Readonly<Record<Language, string>>;

const languageOf = (tag: string): Language => (/^(ko|jp)(-|$)/i.test(tag) ? 'ko' : 'en');

/**
 * The language of a page: the remembered choice, else the first language of the browser, else Korean.
 * `jp` is shown in Korean, the fallback locale (decisions 17 to 19).
 */
export function pageLanguage(ctx: Koa.Context): Language {
  const chosen = ctx.cookies.get(LANGUAGE_COOKIE);
  const preferred = ctx.get('accept-language').split(/[,;]/, 1)[0]?.trim();
  const tag = chosen || preferred;
  return tag ? languageOf(tag) : 'ko';
}
