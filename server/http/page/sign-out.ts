import { wireClientId } from '#server/config/problems.ts';
import { serverDocument } from '#server/http/engine-pages/document.ts';
import { pageHeaders } from '#server/http/engine-pages/security-headers.ts';
import { signedOutPage } from '#server/http/engine-pages/signed-out.ts';
import type { Ctx } from '#server/http/env.ts';
import { isCrossOrigin } from '#server/http/guard/state-changing.ts';
import type { PortalLogins, RequestEngine } from '#server/login/engine.ts';
import type { FindRequest } from '#server/login/pending-request.ts';
import type { Portal, Runtime, SessionStores } from '#server/login/portal.ts';
import { notifyLogoutThrough } from '#server/login/portal-logins.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { confirmationPage } from './confirmation.ts';
import { requestAddress } from './request-address.ts';
import { requestPageAddress, START_PAGE_PATH } from './request-page.ts';
import { SIGN_OUT_CONFIRMATION } from './sign-out-confirmation.ts';

export const SIGN_OUT_PATH = '/logout';

/** Query parameter with the client whose pending request another account continues (rule 45). */
const CONTINUE_PARAM = 'continue';

/** Query parameter that always shows the confirmation page, so that the language switcher can return to that page. */
const ASK_PARAM = 'ask';

/** Query parameter with a client that has not confirmed a sign-out; repeated for each such client. */
const UNCONFIRMED_PARAM = 'unconfirmed';

/** Address of the page after a sign-out that some clients have not confirmed. */
export const unconfirmedLogoutsAddress = (clientIds: readonly string[]): string =>
  `${SIGN_OUT_PATH}?${new URLSearchParams(clientIds.map((clientId) => [UNCONFIRMED_PARAM, clientId]))}`;

/** The Clear-Site-Data header of a sign-out. Cookies are not cleared, because a cookie stores the language. */
export const CLEAR_SITE_DATA = '"storage"';

export type SignOutDeps = {
  readonly portal: Portal;
  readonly engines: readonly RequestEngine[];
  readonly findRequest: FindRequest;
  readonly unconfirmedLogouts: PortalLogins['unconfirmedLogouts'];
};

async function auditSessionEnd(
  { sessions, audit }: Runtime & SessionStores,
  session: Session,
): Promise<void> {
  const login = await sessions.findLogin(session);
  if (login) audit({ event: 'session.ended', account: login.userId, way: 'portal' });
}

/** Signs out, but keeps the pending request of a client, so that the person can continue it with another account. */
async function switchAccount(c: Ctx, deps: SignOutDeps, clientId: string): Promise<Response> {
  const { portal, findRequest } = deps;
  const requestSession = c.get('requestSession');
  const session = await requestSession.session();
  if (!session) return c.redirect(START_PAGE_PATH, 303);
  const withoutPipes = wireClientId(clientId);
  // The query may contain a value that the database rejects, such as NUL.
  const pending = await findRequest(
    portal.client(withoutPipes) ? await portal.requests.requestOf(session, withoutPipes) : null,
  );
  await auditSessionEnd(portal, session);
  requestSession.addCookies(await portal.sessions.signOut(session, 'keep'));
  return c.redirect(pending ? requestPageAddress(pending.request.id) : START_PAGE_PATH, 303);
}

/**
 * Ends the session of the portal and of the engines. The answer is a redirect to the first service to be notified, or
 * to the page with the services that have not confirmed the sign-out.
 * @returns null when the portal's page has to be served
 */
async function signOut(
  c: Ctx,
  { portal, engines, unconfirmedLogouts }: SignOutDeps,
): Promise<Response | null> {
  const requestSession = c.get('requestSession');
  const cookieHeader = c.req.header('cookie') ?? '';
  const at = portal.now();
  const session = await requestSession.session();
  const login = session && (await portal.sessions.findLogin(session));
  const signedOut = login && { userId: login.userId, at };
  const nextAddress = await notifyLogoutThrough(engines, cookieHeader, SIGN_OUT_PATH, signedOut);
  if (session) {
    await auditSessionEnd(portal, session);
    requestSession.addCookies(await portal.sessions.signOut(session, 'drop'));
  }
  for (const engine of engines) requestSession.addCookies(await engine.endSession(cookieHeader));
  c.header('Clear-Site-Data', CLEAR_SITE_DATA);
  if (nextAddress !== SIGN_OUT_PATH) return c.redirect(nextAddress, 303);
  const unconfirmedIds = signedOut ? await unconfirmedLogouts(signedOut) : [];
  return unconfirmedIds.length === 0 ? null : c.redirect(unconfirmedLogoutsAddress(unconfirmedIds), 303);
}

/** A page with the clients in the address, which have not confirmed a sign-out; null when somebody is signed in. */
async function unconfirmedPage(
  c: Ctx,
  { sessions, config }: Portal,
  clientIds: readonly string[],
): Promise<Response | null> {
  const session = await c.get('requestSession').session();
  if (session && (await sessions.findLogin(session))) return null;
  const language = c.get('language');
  const unconfirmed = config.clients.filter(({ clientId }) => clientIds.includes(clientId));
  const { markup, style } = await serverDocument(config.branding, {
    ...signedOutPage(language, { unconfirmed }, null),
    language,
    address: requestAddress(c),
  });
  return c.html(markup, 200, pageHeaders({ style, script: null, formOrigins: [] }));
}

const signOutOrSwitch = async (
  c: Ctx,
  deps: SignOutDeps,
  clientId: string | undefined,
): Promise<Response | null> => (clientId === undefined ? signOut(c, deps) : switchAccount(c, deps, clientId));

function confirmationAddress(clientId: string | undefined): string {
  const query = new URLSearchParams({ [ASK_PARAM]: '' });
  if (clientId !== undefined) query.set(CONTINUE_PARAM, clientId);
  return `${SIGN_OUT_PATH}?${query}`;
}

/**
 * Signs out when the page is opened from the portal or from the address bar (rule 20). When the page is opened from
 * another site, or by a browser that sends no fetch metadata, a confirmation page is served first. A request that shows
 * no page changes nothing.
 * @returns null when the portal's page has to be served
 */
export async function signOutOnOpen(c: Ctx, deps: SignOutDeps): Promise<Response | null> {
  const clientId = c.req.query(CONTINUE_PARAM);
  // A prefetch must not sign out. The browser requests the page again when the person opens it.
  if (c.req.header('sec-purpose') ?? c.req.header('purpose')) return c.body(null, 503);
  const destination = c.req.header('sec-fetch-dest');
  if (c.req.method !== 'GET' || (destination !== undefined && destination !== 'document')) return null;
  const unconfirmedIds = c.req.queries(UNCONFIRMED_PARAM);
  const unconfirmedAnswer = unconfirmedIds && (await unconfirmedPage(c, deps.portal, unconfirmedIds));
  if (unconfirmedAnswer) return unconfirmedAnswer;
  const fetchSite = c.req.header('sec-fetch-site');
  const isIntended = fetchSite === 'same-origin' || fetchSite === 'none';
  if (isIntended && c.req.query(ASK_PARAM) === undefined) return signOutOrSwitch(c, deps, clientId);
  const confirmation = SIGN_OUT_CONFIRMATION[c.get('language')];
  const fields = { [CONTINUE_PARAM]: clientId };
  return confirmationPage(
    c,
    deps.portal.config,
    confirmation,
    SIGN_OUT_PATH,
    fields,
    confirmationAddress(clientId),
  );
}

/**
 * Signs out when the confirmation page is submitted.
 * @returns null when the portal's page has to be served
 * @throws Refusal 403 when another site makes the request
 */
export async function signOutOnSubmit(c: Ctx, deps: SignOutDeps): Promise<Response | null> {
  if (isCrossOrigin(c.req.raw.headers, deps.portal.config.publicUrl)) throw new Refusal(403, 'foreignOrigin');
  const clientId = new URLSearchParams(await c.req.text()).get(CONTINUE_PARAM) ?? undefined;
  return signOutOrSwitch(c, deps, clientId);
}
