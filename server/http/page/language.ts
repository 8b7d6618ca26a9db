import type { Hono } from 'hono';
import { languageCookie } from '#i18n/locale.ts';
import { LANGUAGE_PATH } from '#server/http/engine-pages/switcher.ts';
import type { Env } from '#server/http/env.ts';
import { NoSuchAddress } from '#server/login/refusal.ts';

/** Path and query of an address at the portal; `/` for an address of any other server. */
const portalPath = (back: string, publicUrl: string): string => {
  if (!back.startsWith('/') || !URL.canParse(back, publicUrl)) return '/';
  const { origin, pathname, search } = new URL(back, publicUrl);
  return origin === new URL(publicUrl).origin && !pathname.startsWith('//') ? pathname + search : '/';
};

/** Mounts the route of the language switcher, which is on the pages that the server writes itself (rule 17). */
export function mountLanguage(app: Hono<Env>, publicUrl: string): void {
  app.get(`${LANGUAGE_PATH}/:language`, (c) => {
    const language = c.req.param('language');
    if (language !== 'ko' && language !== 'en') throw new NoSuchAddress();
    c.header('Set-Cookie', languageCookie(language, publicUrl.startsWith('https:')), { append: true });
    return c.redirect(portalPath(c.req.query('back') ?? '/', publicUrl), 303);
  });
}
