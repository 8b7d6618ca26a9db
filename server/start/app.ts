import { Hono } from 'hono';
import { localeOf, shownLanguage } from '#i18n/locale.ts';
import { mountScim } from '#server/administration/scim/mount.ts';
import { answerError } from '#server/http/answer.ts';
import { browserName } from '#server/http/browser-name.ts';
import { mountCalls, mountUnknownCalls } from '#server/http/calls/mount.ts';
import { pageLanguage } from '#server/http/engine-pages/language.ts';
import type { Ctx, Env } from '#server/http/env.ts';
import { limitBody } from '#server/http/guard/body-limit.ts';
import { addChallengeTokens } from '#server/http/guard/challenge.ts';
import { clientAddress, clientNetwork } from '#server/http/guard/client-address.ts';
import { type Faults, injectFaults } from '#server/http/guard/faults.ts';
import { isNavigation } from '#server/http/navigation.ts';
import { failurePage } from '#server/http/page/failure.ts';
import { mountPages } from '#server/http/page/pages.ts';
import { PAGE_PATHS_AMONG_CALLS, routeOf } from '#server/http/page/paths.ts';
import { START_PAGE_PATH } from '#server/http/page/request-page.ts';
import { commonHeaders } from '#server/http/page/security-headers.ts';
import { servePage } from '#server/http/page/serve.ts';
import type { Site } from '#server/http/page/site.ts';
import type { PortalLogins, RequestEngine } from '#server/login/engine.ts';
import { failureLimit } from '#server/login/limits/failure-limit.ts';
import { windowLimit } from '#server/login/limits/window-limit.ts';
import { requestFinder } from '#server/login/pending-request.ts';
import type { Portal } from '#server/login/portal.ts';
import { NoSuchAddress, Refusal } from '#server/login/refusal.ts';
import { requestSessionOf } from '#server/login/request-session.ts';
import { sendLimit } from '#server/login/sending/send-limit.ts';
import { isAborted } from '#server/operations/host.ts';
import { log, type RequestEntry } from '#server/operations/log.ts';
import { currentRequest, requestIdOf, runWithRequest } from '#server/operations/request.ts';
import { mountSharedSignals } from '#server/protocols/security-events/mount.ts';
import { StorageUnavailableError } from '#server/storage/unavailable.ts';
import { LANGUAGE_HEADER } from '#wire/names.ts';

export type ServerAppDeps = {
  readonly portal: Portal;
  readonly engines: readonly RequestEngine[];
  readonly site: Site;
  readonly unconfirmedLogouts: PortalLogins['unconfirmedLogouts'];
  /** The lab's fault switch; absent in production. */
  readonly faults?: Faults;
  /** Called for each answered request. */
  readonly onAnswered?: (entry: RequestEntry) => void;
};

/**
 * The language of an answer: the language in the header of a call, otherwise the language of a page (rules 17 to 19).
 */
function languageOf(c: Ctx) {
  const header = c.req.header(LANGUAGE_HEADER);
  if (header) return shownLanguage(localeOf([header]));
  return pageLanguage(c.req.header('cookie') ?? '', c.req.header('accept-language') ?? '');
}

/**
 * The portal's calls, page and files as a Hono app, whose `fetch` also works as a plain function. The paths of the
 * engines are served separately.
 */
export function createServerApp({
  portal,
  engines,
  site,
  unconfirmedLogouts,
  faults,
  onAnswered,
}: ServerAppDeps): Hono<Env> {
  const app = new Hono<Env>();
  const findRequest = requestFinder(engines);
  const failures = failureLimit(portal.storage, portal.config.limits.failuresPerMinute, portal.now);
  const sends = sendLimit(portal.storage, portal.config.limits.sends, portal.now);
  const identitySends = windowLimit(
    portal.storage,
    'identity-send',
    portal.config.limits.identitySends.minutes,
    portal.now,
  );
  const headers = Object.entries(commonHeaders(portal.config));
  const faultMiddleware = faults ? [injectFaults(faults)] : [];
  const callMiddleware = [addChallengeTokens(portal), ...faultMiddleware];

  app.onError((error, c) => {
    if (isAborted(c.env?.incoming)) return c.body(null, 400);
    if (!isNavigation(c)) return answerError(error, c);
    if (error instanceof NoSuchAddress) {
      return servePage(c, portal, site, {
        status: 404,
        scriptlessAddress: site.runPortal && '/error?noscript',
      }).catch((cause: unknown) => failurePage(c, portal.config, cause));
    }
    if (error instanceof Refusal) return answerError(error, c);
    if (!(error instanceof StorageUnavailableError)) log.fault(error);
    return failurePage(c, portal.config, error);
  });
  app.use(async (c, next) => {
    const startedAt = performance.now();
    const { trustProxy } = portal.config;
    // A call that the portal makes itself, or a page that an engine serves in place, belongs to an enclosing request.
    const enclosingRequest = currentRequest();
    const browser = enclosingRequest?.browser ?? browserName(c.req.header('user-agent') ?? '');
    const address = enclosingRequest?.address ?? clientAddress(c, trustProxy);
    const cookieHeader = c.req.header('cookie') ?? '';
    const requestSession = requestSessionOf(portal, cookieHeader, { browser, address });
    c.set('requestSession', requestSession);
    c.set('language', languageOf(c));
    c.set('route', routeOf(c.req.path));
    const request = enclosingRequest ?? {
      id: requestIdOf(c.req.header('x-request-id'), trustProxy),
      address,
      network: clientNetwork(c, portal.config),
      browser,
      browserToken: portal.knownBrowserCookie.read(cookieHeader),
      rememberedToken: portal.rememberedBrowserCookie.read(cookieHeader),
      isKnownBrowser: () => portal.knownBrowsers.isKnown(),
    };
    await runWithRequest(request, next);
    if (!c.env?.isInternalCall) {
      c.res.headers.set('X-Request-Id', request.id);
      for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
      if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
    }
    for (const cookie of requestSession.cookies()) c.res.headers.append('Set-Cookie', cookie);
    const ms = Math.round(performance.now() - startedAt);
    const contentLength = c.get('contentLength');
    const refusalCode = c.get('refusalCode');
    const entry: RequestEntry = {
      method: c.req.method,
      route: c.get('route'),
      status: c.res.status,
      ms,
      ...(contentLength !== undefined && { contentLength }),
      ...(refusalCode !== undefined && { refused: refusalCode }),
    };
    // A page that is served in place is reported with the enclosing request of its engine.
    if (!c.env?.isInPlace) runWithRequest(request, () => onAnswered?.(entry));
  });
  mountCalls(app, { portal, findRequest, engines, failures, sends, identitySends }, callMiddleware);
  mountScim(app, {
    portal,
    failures,
    async endEngineSessions(userId) {
      for (const engine of engines) await engine.endSessionsOf(userId);
    },
  });
  mountSharedSignals(app, { portal, failures });
  app.use(limitBody);
  for (const path of PAGE_PATHS_AMONG_CALLS)
    app.get(path, (c) =>
      servePage(c, portal, site, { scriptlessAddress: site.runPortal && START_PAGE_PATH }),
    );
  mountUnknownCalls(app, callMiddleware);
  for (const middleware of faultMiddleware) app.use(middleware);
  const { relatedOrigins: origins } = portal.config.passkeys;
  if (origins.length > 0) app.get('/.well-known/webauthn', (c) => c.json({ origins }));
  mountPages(
    app,
    { portal, engines, findRequest, unconfirmedLogouts },
    site,
    (path) => faults?.hasFaultFor('GET', path) === true,
  );
  return app;
}
