import type { ExistingLogin } from '#machines/portal/portal.types.ts';
import type { Client } from '#src/api/client.ts';
import { fetchAuthSummary } from '#src/api/summary.ts';

/**
 * Looks up the existing login of this browser and the address to which it continues. Resolves to null if there is no
 * login.
 */
export async function lookUpLogin(client: Client, signal: AbortSignal): Promise<ExistingLogin | null> {
  const answer = await fetchAuthSummary(client, signal);
  if (!answer.ok) return null;
  const { isAlreadyAuth, userId, redirectUrl } = answer.value;
  return isAlreadyAuth && userId !== '' && redirectUrl !== '' ? { userId, to: redirectUrl } : null;
}
