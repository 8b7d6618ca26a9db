import type { Hono } from 'hono';
import { chosenLanguage, type Language, languageAmong } from '#i18n/locale.ts';
import type { Ctx, Env } from '#server/http/env.ts';
import { NoSuchAddress } from '#server/login/refusal.ts';
import { decideOnAnswer, decideOnVisit } from './approval.ts';
import { mountLanguage } from './language.ts';
import { ownHost } from './own-host.ts';
import { isPage, pathKind } from './paths.ts';
import { takeUpRequest } from './request-page.ts';
import { serveFile, servePage } from './serve.ts';
import { SIGN_OUT_PAGE, type SignOutDeps, signOutOnAnswer, signOutOnVisit } from './sign-out.ts';
import type { Site } from './site.ts';

/** Serves the portal's page and files on every path that is no call (decision 136). */
export function mountPages(app: Hono<Env>, deps: SignOutDeps, site: Site): void {
  const { portal, findRequest } = deps;
  /** What the service of the request asks for, unless the person has chosen (decision 17). */
  const askedLanguage = async (c: Ctx): Promise<Language | null> => {
    if (chosenLanguage(c.req.header('cookie') ?? '') !== null) return null;
    const session = await c.get('visit').session();
    const pending = await findRequest(session && (await portal.requests.current(session)));
    return pending && languageAmong(pending.request.languages);
  };
  const page = async (c: Ctx): Promise<Response> => {
    if (!isPage(c.req.path)) throw new NoSuchAddress();
    return servedPage(c);
  };
  const servedPage = async (c: Ctx): Promise<Response> =>
    (await takeUpRequest(c, portal, findRequest)) ??
    (await decideOnVisit(c, portal)) ??
    servePage(c, portal, site, { asked: await askedLanguage(c) });

  app.get('*', ownHost(portal.config.publicUrl));
  mountLanguage(app, portal.config.publicUrl);
  app.get(SIGN_OUT_PAGE, async (c) => (await signOutOnVisit(c, deps)) ?? servePage(c, portal, site));
  app.post(SIGN_OUT_PAGE, async (c) => (await signOutOnAnswer(c, deps)) ?? servePage(c, portal, site));
  app.get('*', (c) => (pathKind(c.req.path) === 'asset' ? serveFile(c, site) : page(c)));
  app.post('*', async (c) => (await decideOnAnswer(c, portal)) ?? servePage(c, portal, site));
  app.all('*', () => {
    throw new NoSuchAddress('GET, HEAD');
  });
}
