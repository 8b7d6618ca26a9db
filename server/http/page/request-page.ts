import { wireClientId } from '#server/config/problems.ts';
import type { Ctx } from '#server/http/env.ts';
import type { FindRequest } from '#server/login/pending-request.ts';
import { REQUEST_PARAM } from '#wire/names.ts';

/** Path of the redirect page, to which an engine redirects the browser (rule 42). */
export const REQUEST_PAGE_PATH = '/redirect';

/** Path of the page at which a person signs in without the request of a service (rule 157). */
export const START_PAGE_PATH = '/login';

export const requestPageAddress = (requestId: string): string =>
  `${REQUEST_PAGE_PATH}?${REQUEST_PARAM}=${encodeURIComponent(requestId)}`;

/** The ID of the request in the address of the redirect page; null for any other page. */
export const requestIdInAddress = (c: Ctx): string | null =>
  c.req.path === REQUEST_PAGE_PATH ? (c.req.query(REQUEST_PARAM) ?? null) : null;

/**
 * Makes the request in the address of the redirect page the current request of the session.
 * @param answerEnded answers when the request has ended
 * @returns null when the page has to be served
 */
export async function selectRequest(
  c: Ctx,
  find: FindRequest,
  answerEnded: (c: Ctx) => Promise<Response>,
): Promise<Response | null> {
  const id = requestIdInAddress(c);
  if (id === null) return null;
  const pending = await find(id);
  if (!pending) return answerEnded(c);
  const { request } = pending;
  await c.get('requestSession').recordRequest(wireClientId(request.clientId), request.id);
  return null;
}
