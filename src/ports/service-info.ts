import { fromPromise } from 'xstate';
import type { ClientConfig } from '#machines/shared/domain.ts';
import { failed, type Result, UNREACHABLE } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import type { fetchClientConfig } from '#src/api/summary.ts';

/**
 * The look-up of a client service. No screen waits for it, so it starts after the first screen is painted.
 *
 * @param loadCall loads the call, which is in the late chunk; rejects when the chunk cannot be loaded
 */
export const serviceInfoPorts = (
  client: Client,
  loadCall: () => Promise<typeof fetchClientConfig>,
  waitForPaint: (signal: AbortSignal) => Promise<void>,
) => ({
  fetchClientConfig: fromPromise<Result<ClientConfig>, { clientId: string }>(
    async ({ input: { clientId }, signal }) => {
      await waitForPaint(signal);
      const fetchConfig = await loadCall().catch(() => null);
      return fetchConfig ? fetchConfig(client, clientId, signal) : failed(UNREACHABLE);
    },
  ),
});
