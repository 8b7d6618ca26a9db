import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** The languages of the lab's pages. */
export type Language = 'ko' | 'en';

/** A text in both languages. */
export type Bilingual = Readonly<Record<Language, string>>;

const COOKIE = 'lab_language';
const YEAR = 365 * 24 * 60 * 60;

const isLanguage = (value: string | undefined): value is Language => value === 'ko' || value === 'en';

/** The chosen language, else Korean for a browser that speaks Korean or names no language, else English. */
export function languageOf(c: Context): Language {
  const language = getCookie(c, COOKIE);
  if (isLanguage(language)) return language;
  const preferred = c.req.header('accept-language');
  return !preferred || /^ko\b/i.test(preferred.trim()) ? 'ko' : 'en';
}

/** `?lang=ko` and `?lang=en` on any page remember the language and show the page again. */
export const languageChoice: MiddlewareHandler = async (c, next) => {
  const language = c.req.query('lang');
  if (!isLanguage(language)) return next();
  setCookie(c, COOKIE, language, { path: '/', maxAge: YEAR, sameSite: 'Lax', httpOnly: true });
  const url = new URL(c.req.url);
  url.searchParams.delete('lang');
  return c.redirect(url.pathname + url.search, 303);
};

/** The address of the page that a request shows, in the other language. */
export function inOtherLanguage(c: Context): { readonly language: Language; readonly href: string } {
  const language = languageOf(c) === 'ko' ? 'en' : 'ko';
  const url = new URL(c.req.url);
  url.searchParams.set('lang', language);
  return { language, href: url.pathname + url.search };
}
