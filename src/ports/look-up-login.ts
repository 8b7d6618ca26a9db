import { fromPromise } from 'xstate';
import type { StandingLogin } from '#machines/portal/portal.types.ts';
import type { Client } from '#src/api/client.ts';
import { fetchAuthSummary } from '#src/api/summary.ts';

/** @param painted waits for the first picture: nobody waits for this answer */
export const lookUpLoginPort = (client: Client, painted: (signal: AbortSignal) => Promise<void>) =>
  fromPromise<StandingLogin | null, { isWanted: boolean }>(async ({ input, signal }) => {
    if (!input.isWanted) return null;
    await painted(signal);
    const answer = await fetchAuthSummary(client, signal);
    if (!answer.ok) return null;
    const { isAlreadyAuth, userId, redirectUrl } = answer.value;
    return isAlreadyAuth && userId !== '' && redirectUrl !== '' ? { userId, to: redirectUrl } : null;
  });
