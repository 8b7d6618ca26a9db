import { fromPromise } from 'xstate';
import type { ClientConfig } from '#machines/shared/domain.ts';
import { failed, type Result, UNREACHABLE } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import type { fetchClientConfig } from '#src/api/summary.ts';

/**
 * The call that fetches the settings of a client service. It starts after the first paint, because no screen waits for
 * the settings.
 * @param loadFetchConfig loads the function that makes the call, which is in the late chunk; rejects if the chunk
 * cannot be loaded
 */
export const serviceInfoPorts = (
  client: Client,
  loadFetchConfig: () => Promise<typeof fetchClientConfig>,
  waitForPaint: (signal: AbortSignal) => Promise<void>,
) => ({
  fetchClientConfig: fromPromise<Result<ClientConfig>, { clientId: string }>(
    async ({ input: { clientId }, signal }) => {
      await waitForPaint(signal);
      const fetchConfig = await loadFetchConfig().catch(() => null);
      return fetchConfig ? fetchConfig(client, clientId, signal) : failed(UNREACHABLE);
    },
  ),
});
