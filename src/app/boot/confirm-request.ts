import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import type { AuthSummary } from '#machines/shared/domain.ts';
import type { Client } from '#src/api/client.ts';
import { fetchAuthSummary } from '#src/api/summary.ts';
import type { RequestCache } from '#src/ports/request-cache.ts';
import { hasChanged, loginElsewhere } from '#src/ports/request-changes.ts';

/** The path of the redirect page, which reads the request of the session (spec section 2). */
const REDIRECT_PATH = '/redirect';

/**
 * Fetches the request of the service again, because the copy in the initial data may be outdated (spec section 2,
 * "Redirect page", step 1). If the request has changed and the person has not yet entered an ID, the portal starts the
 * changed request. If another tab has started a different request and has signed in, the portal offers that sign-in,
 * and this page continues with its own request.
 * @param initialSummary the request in the initial data
 */
export async function confirmRequest(
  portal: PortalRef,
  client: Client,
  initialSummary: AuthSummary,
  requestCache: RequestCache,
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetchAuthSummary(client, signal);
  if (!portal.getSnapshot().matches('id-entry')) return;
  const userId = loginElsewhere(initialSummary, answer);
  if (userId !== null) portal.send({ type: 'login.noticed', userId });
  if (!hasChanged(initialSummary, answer)) return;
  requestCache.store(answer);
  portal.send({ type: 'route.requested', address: REDIRECT_PATH });
}
