import type { Ctx } from '#server/http/env.ts';
import { isForeign } from '#server/http/guard/state-changing.ts';
import type { RequestEngine } from '#server/login/engine.ts';
import type { FindRequest } from '#server/login/pending-request.ts';
import type { Portal, Runtime, SessionStores } from '#server/login/portal.ts';
import { notifyLogoutThrough } from '#server/login/portal-logins.ts';
import { Refusal } from '#server/login/refusal.ts';
import { subjectOf } from '#server/login/require-proof.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { confirmationPage } from './question.ts';
import { requestPageOf, START_PAGE } from './request-page.ts';
import { SIGN_OUT_QUESTION } from './sign-out-question.ts';

export const SIGN_OUT_PAGE = '/logout';

/** Query parameter with the client whose pending request another account continues (decision 45). */
const CONTINUE_PARAM = 'continue';

/** Query parameter that always shows the confirmation page, for its language switcher to return to. */
const ASK_PARAM = 'ask';

/** The Clear-Site-Data header of a sign-out; cookies stay, because of the language. */
export const CLEAR_SITE_DATA = '"storage"';

export type SignOutDeps = {
  readonly portal: Portal;
  readonly engines: readonly RequestEngine[];
  readonly findRequest: FindRequest;
};

async function auditEnd({ sessions, audit }: Runtime & SessionStores, session: Session): Promise<void> {
  const login = await sessions.login(session);
  if (login) audit({ event: 'session.ended', account: login.userId, way: 'portal' });
}

async function switchAccount(c: Ctx, deps: SignOutDeps, clientId: string): Promise<Response> {
  const { portal, findRequest } = deps;
  const requestSession = c.get('requestSession');
  const session = await requestSession.session();
  if (!session) return c.redirect(START_PAGE, 303);
  const named = subjectOf('', clientId).clientId;
  // The query may contain a value that the database rejects, such as NUL.
  const pending = await findRequest(portal.client(named) ? await portal.requests.of(session, named) : null);
  await auditEnd(portal, session);
  requestSession.addCookies(await portal.sessions.signOut(session, 'keep'));
  return c.redirect(pending ? requestPageOf(pending.request.id) : START_PAGE, 303);
}

/** Ends the sessions; null when the page is to be served, else a redirect to the first service to be notified. */
async function signOut(c: Ctx, { portal, engines }: SignOutDeps): Promise<Response | null> {
  const requestSession = c.get('requestSession');
  const cookieHeader = c.req.header('cookie') ?? '';
  const next = await notifyLogoutThrough(engines, cookieHeader, SIGN_OUT_PAGE);
  const session = await requestSession.session();
  if (session) {
    await auditEnd(portal, session);
    requestSession.addCookies(await portal.sessions.signOut(session, 'drop'));
  }
  for (const engine of engines) requestSession.addCookies(await engine.endSession(cookieHeader));
  c.header('Clear-Site-Data', CLEAR_SITE_DATA);
  return next === SIGN_OUT_PAGE ? null : c.redirect(next, 303);
}

const signOutOrSwitch = async (
  c: Ctx,
  deps: SignOutDeps,
  clientId: string | undefined,
): Promise<Response | null> => (clientId === undefined ? signOut(c, deps) : switchAccount(c, deps, clientId));

function signOutConfirmation(clientId: string | undefined): string {
  const query = new URLSearchParams({ [ASK_PARAM]: '' });
  if (clientId !== undefined) query.set(CONTINUE_PARAM, clientId);
  return `${SIGN_OUT_PAGE}?${query}`;
}

/**
 * Signs out on a visit to the page, but only when the person came from the portal or the address bar (decision 20).
 * Another site's link, or a browser without fetch metadata, gets a confirmation first; a request that shows no page
 * changes nothing. Returns null when the portal's page is to be served.
 */
export async function signOutOnOpen(c: Ctx, deps: SignOutDeps): Promise<Response | null> {
  const clientId = c.req.query(CONTINUE_PARAM);
  if (c.req.header('sec-purpose') ?? c.req.header('purpose')) return c.body(null, 503);
  const destination = c.req.header('sec-fetch-dest');
  if (c.req.method !== 'GET' || (destination !== undefined && destination !== 'document')) return null;
  const site = c.req.header('sec-fetch-site');
  const isIntended = site === 'same-origin' || site === 'none';
  if (isIntended && c.req.query(ASK_PARAM) === undefined) return signOutOrSwitch(c, deps, clientId);
  const question = SIGN_OUT_QUESTION[c.get('language')];
  const fields = { [CONTINUE_PARAM]: clientId };
  return confirmationPage(
    c,
    deps.portal.config,
    question,
    SIGN_OUT_PAGE,
    fields,
    signOutConfirmation(clientId),
  );
}

/**
 * Signs out when the confirmation page is submitted. Returns null when the portal's page is to be served.
 * @throws Refusal 403 when another site makes the request.
 */
export async function signOutOnSubmit(c: Ctx, deps: SignOutDeps): Promise<Response | null> {
  if (isForeign(c.req.raw.headers, deps.portal.config.publicUrl)) throw new Refusal(403, 'foreignOrigin');
  const clientId = new URLSearchParams(await c.req.text()).get(CONTINUE_PARAM) ?? undefined;
  return signOutOrSwitch(c, deps, clientId);
}
