import { wireClientId } from '#server/config/problems.ts';
import type { Ctx } from '#server/http/env.ts';
import type { FindRequest } from '#server/login/pending-request.ts';
import { REQUEST_PARAM } from '#wire/names.ts';

/** The page that an engine sends the browser to (rule 42). */
export const REQUEST_PAGE = '/redirect';

/** The page for a start without a request (rule 157). */
export const START_PAGE = '/login';

export const requestPageOf = (requestId: string): string =>
  `${REQUEST_PAGE}?${REQUEST_PARAM}=${encodeURIComponent(requestId)}`;

/** The request id in the address of the redirect page; null for any other page. */
export const requestNamedBy = (c: Ctx): string | null =>
  c.req.path === REQUEST_PAGE ? (c.req.query(REQUEST_PARAM) ?? null) : null;

/**
 * Makes the request of the redirect page the current one of the session. `ended` answers for a finished request. Returns
 * null when the page is to be served.
 */
export async function selectRequest(
  c: Ctx,
  find: FindRequest,
  ended: (c: Ctx) => Promise<Response>,
): Promise<Response | null> {
  const id = requestNamedBy(c);
  if (id === null) return null;
  const pending = await find(id);
  if (!pending) return ended(c);
  const { request } = pending;
  await c.get('requestSession').recordRequest(wireClientId(request.clientId), request.id);
  return null;
}
