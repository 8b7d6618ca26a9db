import type { Hono } from 'hono';
import { chosenLanguage, type Language, languageAmong } from '#i18n/locale.ts';
import type { Ctx, Env } from '#server/http/env.ts';
import { NOT_ME_PATH } from '#server/login/new-sign-in.ts';
import type { PendingRequest } from '#server/login/pending-request.ts';
import { NoSuchAddress } from '#server/login/refusal.ts';
import type { PageRequest } from '#wire/server-portal.ts';
import { decideApprovalOnOpen, decideApprovalOnSubmit } from './approval.ts';
import { homePageLogin } from './home-page-login.ts';
import { initialDataFor } from './initial-data.ts';
import { mountLanguage } from './language.ts';
import { leavingPage } from './leaving.ts';
import { signInReportPage, suspendOnSubmit } from './not-me.ts';
import { isPage, parseApprovalPath, pathKind } from './paths.ts';
import { mountPhoneApp } from './phone-app.ts';
import { redirectToPublicHost } from './public-host.ts';
import { requestIdInAddress, START_PAGE_PATH, selectRequest } from './request-page.ts';
import {
  type AnswerCall,
  addressWithoutScripts,
  answerEventForm,
  isEventForm,
  requestsWithoutScripts,
  runStoredScreen,
  screenAddress,
  storeScreenWithoutScripts,
  takeExternalAddress,
} from './scriptless.ts';
import { type PageConditions, pageConfig, serveFile, servePage } from './serve.ts';
import { SIGN_OUT_PATH, type SignOutDeps, signOutOnOpen, signOutOnSubmit } from './sign-out.ts';
import type { Site } from './site.ts';

/**
 * Serves the portal's page and files on every path that is not a call (rule 136).
 * @param isFaultInjected whether the lab injects a fault into the GET call of a path
 * @param answer answers a call that the server makes for a browser without scripts
 */
export function mountPages(
  app: Hono<Env>,
  deps: SignOutDeps,
  site: Site,
  isFaultInjected: (path: string) => boolean = () => false,
  answer: AnswerCall = (request, env) => app.fetch(request, env),
): void {
  const { portal, findRequest } = deps;
  const scriptless = site.runPortal && { portal, build: site.build, runPortal: site.runPortal, answer };
  /** The request that the address names, or the current request of the session, which another tab may have begun. */
  const findPending = async (c: Ctx): Promise<PendingRequest | null> => {
    const requestId = requestIdInAddress(c);
    if (requestId !== null) return findRequest(requestId);
    const requestSession = c.get('requestSession');
    return findRequest(await requestSession.requestOf(await requestSession.session(), null));
  };
  /** The language that the service requests, unless the person has chosen one (rule 17). */
  const requestedLanguage = (c: Ctx, pending: PendingRequest | null): Language | null =>
    chosenLanguage(c.req.header('cookie') ?? '') === null
      ? pending && languageAmong(pending.request.languages)
      : null;
  const answerPageOrNotFound = async (c: Ctx): Promise<Response> => {
    if (!isPage(c.req.path)) throw new NoSuchAddress();
    return answerPage(c);
  };
  /** Redirects to the start page, or to the service if the person has declined the request without scripts. */
  const answerEndedRequest = async (c: Ctx): Promise<Response> => {
    const externalAddress = scriptless && (await takeExternalAddress(c, scriptless));
    return externalAddress
      ? leavingPage(c, portal.config, externalAddress)
      : c.redirect(START_PAGE_PATH, 303);
  };
  const answerPage = async (c: Ctx): Promise<Response> =>
    (await selectRequest(c, findRequest, answerEndedRequest)) ??
    (await decideApprovalOnOpen(c, portal)) ??
    answerRenderedPage(c);
  const pageConditions = async (c: Ctx): Promise<PageConditions> => {
    const pending = await findPending(c);
    const serviceLanguage = requestedLanguage(c, pending);
    const initialData = await initialDataFor(
      c,
      { portal, isFaultInjected },
      pending,
      serviceLanguage ?? c.get('language'),
    );
    return {
      serviceLanguage,
      initialData,
      login: await homePageLogin(c, portal),
      scriptlessAddress: scriptless && addressWithoutScripts(c),
    };
  };
  const configFor =
    (c: Ctx, conditions = () => pageConditions(c)): PageRequest['config'] =>
    async (hasInitialData) => {
      const challengeKey = await c.get('requestSession').ensureChallengeKey();
      return pageConfig(c, portal, challengeKey, hasInitialData ? await conditions() : {});
    };
  const answerRenderedPage = async (c: Ctx): Promise<Response> => {
    const conditions = await pageConditions(c);
    if (!scriptless) return servePage(c, portal, site, conditions);
    const config = configFor(c, async () => conditions);
    if (requestsWithoutScripts(c)) return storeScreenWithoutScripts(c, scriptless, config);
    const result = await runStoredScreen(c, scriptless, config);
    if (result === null) return servePage(c, portal, site, conditions);
    const { address, leftTo } = result.screen;
    if (leftTo !== null) return leavingPage(c, portal.config, leftTo);
    if (address !== screenAddress(c)) return c.redirect(address, 303);
    return servePage(c, portal, site, { ...conditions, result });
  };

  app.get('*', redirectToPublicHost(portal.config.publicUrl));
  mountLanguage(app, portal.config.publicUrl);
  mountPhoneApp(app, portal.config, site);
  app.get(SIGN_OUT_PATH, async (c) => (await signOutOnOpen(c, deps)) ?? answerRenderedPage(c));
  app.post(SIGN_OUT_PATH, async (c) => {
    if (scriptless && isEventForm(await c.req.text())) return answerEventForm(c, scriptless, configFor(c));
    return (await signOutOnSubmit(c, deps)) ?? answerRenderedPage(c);
  });
  app.get(NOT_ME_PATH, (c) => signInReportPage(c, portal));
  app.post(NOT_ME_PATH, (c) => suspendOnSubmit(c, portal, deps.engines));
  app.get('*', (c) => (pathKind(c.req.path) === 'asset' ? serveFile(c, site) : answerPageOrNotFound(c)));
  app.post('*', async (c) => {
    if (scriptless && isPage(c.req.path) && !parseApprovalPath(c.req.path)) {
      return answerEventForm(c, scriptless, configFor(c));
    }
    return (await decideApprovalOnSubmit(c, portal)) ?? servePage(c, portal, site);
  });
  app.all('*', () => {
    throw new NoSuchAddress('GET, HEAD');
  });
}
