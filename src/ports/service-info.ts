import { fromPromise } from 'xstate';
import type { ClientConfig } from '#machines/shared/domain.ts';
import { failed, type Result, UNREACHABLE } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import type { fetchClientConfig } from '#src/api/summary.ts';

/**
 * The look-up of a client service: it keeps no screen from being drawn, so it waits until that is `painted`.
 *
 * @param call its code is in the late chunk; rejects when that does not arrive
 */
export const serviceInfoPorts = (
  client: Client,
  call: () => Promise<typeof fetchClientConfig>,
  painted: (signal: AbortSignal) => Promise<void>,
) => ({
  fetchClientConfig: fromPromise<Result<ClientConfig>, { clientId: string }>(
    async ({ input: { clientId }, signal }) => {
      await painted(signal);
      const fetchConfig = await call().catch(() => null);
      return fetchConfig ? fetchConfig(client, clientId, signal) : failed(UNREACHABLE);
    },
  ),
});
