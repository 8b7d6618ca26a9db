import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import type { Client } from '#src/api/client.ts';
import { fetchAuthSummary } from '#src/api/summary.ts';
import type { KnownRequest } from '#src/ports/known-request.ts';

/** Where the redirect page takes up the request of the session (spec section 2). */
const REDIRECT_PAGE = '/redirect';

/**
 * Asks for the request that the page has begun with as it was told (spec section 2, "Redirect page", step 1). Where the
 * answer says something else, the redirect page goes by that, as long as nobody is named yet.
 */
export async function confirmRequest(
  portal: PortalRef,
  client: Client,
  request: KnownRequest,
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetchAuthSummary(client, signal);
  if (!portal.getSnapshot().matches('id-entry') || !request.differs(answer)) return;
  portal.send({ type: 'route.requested', address: REDIRECT_PAGE });
}
