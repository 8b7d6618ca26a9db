import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import type { AuthSummary } from '#machines/shared/domain.ts';
import type { Client } from '#src/api/client.ts';
import { fetchAuthSummary } from '#src/api/summary.ts';
import type { RequestCache } from '#src/ports/request-cache.ts';
import { hasChanged, loginElsewhere } from '#src/ports/request-changes.ts';

/** The address at which the redirect page reads the request of the session (spec section 2). */
const REDIRECT_PAGE = '/redirect';

/**
 * Fetches again the request that the initial data of the page contains (spec section 2, "Redirect page", step 1). A
 * different answer replaces it as long as no ID was entered. A login for a request of another tab is offered, and
 * this page keeps its own request.
 * @param known the request in the initial data
 */
export async function confirmRequest(
  portal: PortalRef,
  client: Client,
  known: AuthSummary,
  requestCache: RequestCache,
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetchAuthSummary(client, signal);
  if (!portal.getSnapshot().matches('id-entry')) return;
  const userId = loginElsewhere(known, answer);
  if (userId !== null) portal.send({ type: 'login.noticed', userId });
  if (!hasChanged(known, answer)) return;
  requestCache.store(answer);
  portal.send({ type: 'route.requested', address: REDIRECT_PAGE });
}
