import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** The languages of the lab's pages. */
export type Language = 'ko' | 'en';

/** A text in both languages. */
export type Bilingual = Readonly<Record<Language, string>>;

const LANGUAGE_COOKIE = 'lab_language';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

const isLanguage = (value: string | undefined): value is Language => value === 'ko' || value === 'en';

/**
 * The language of the page: the chosen language if there is one. Otherwise it is Korean when the browser prefers Korean
 * or names no language, and English for all other languages.
 */
export function languageOf(c: Context): Language {
  const language = getCookie(c, LANGUAGE_COOKIE);
  if (isLanguage(language)) return language;
  const preferred = c.req.header('accept-language');
  return !preferred || /^ko\b/i.test(preferred.trim()) ? 'ko' : 'en';
}

/** Middleware: the query `?lang=ko` or `?lang=en` of any page stores the chosen language and shows the page again. */
export const rememberLanguage: MiddlewareHandler = async (c, next) => {
  const language = c.req.query('lang');
  if (!isLanguage(language)) return next();
  setCookie(c, LANGUAGE_COOKIE, language, {
    path: '/',
    maxAge: YEAR_SECONDS,
    sameSite: 'Lax',
    httpOnly: true,
  });
  const url = new URL(c.req.url);
  url.searchParams.delete('lang');
  return c.redirect(url.pathname + url.search, 303);
};

/** The other language, and the address of the requested page in this language. */
export function otherLanguageLink(c: Context): { readonly language: Language; readonly href: string } {
  const language = languageOf(c) === 'ko' ? 'en' : 'ko';
  const url = new URL(c.req.url);
  url.searchParams.set('lang', language);
  return { language, href: url.pathname + url.search };
}
