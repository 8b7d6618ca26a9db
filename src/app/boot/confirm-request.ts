import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import type { Client } from '#src/api/client.ts';
import { fetchAuthSummary } from '#src/api/summary.ts';
import type { KnownRequest } from '#src/ports/known-request.ts';

/** Where the redirect page takes up the request of the session (spec section 2). */
const REDIRECT_PAGE = '/redirect';

/**
 * Asks for the request that the page has begun with as it was told (spec section 2, "Redirect page", step 1). Where the
 * answer says something else of it, the redirect page goes by that, as long as nobody is named yet. The answer may be
 * about a newer request, which another tab has begun (decision 42): this page keeps its own.
 */
export async function confirmRequest(
  portal: PortalRef,
  client: Client,
  request: KnownRequest,
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetchAuthSummary(client, signal);
  if (!portal.getSnapshot().matches('id-entry')) return;
  if (request.differs(answer)) portal.send({ type: 'route.requested', address: REDIRECT_PAGE });
  const userId = request.otherLogin(answer);
  if (userId !== null) portal.send({ type: 'login.noticed', userId });
}
