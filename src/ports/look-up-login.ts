import type { StandingLogin } from '#machines/portal/portal.types.ts';
import type { Client } from '#src/api/client.ts';
import { fetchAuthSummary } from '#src/api/summary.ts';

/** The login that stands in this browser, and where it leads; null when there is none. */
export async function lookUpLogin(client: Client, signal: AbortSignal): Promise<StandingLogin | null> {
  const answer = await fetchAuthSummary(client, signal);
  if (!answer.ok) return null;
  const { isAlreadyAuth, userId, redirectUrl } = answer.value;
  return isAlreadyAuth && userId !== '' && redirectUrl !== '' ? { userId, to: redirectUrl } : null;
}
