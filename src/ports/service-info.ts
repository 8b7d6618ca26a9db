import { fromPromise } from 'xstate';
import type { ClientConfig } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { fetchClientConfig } from '#src/api/summary.ts';

/** The look-up of a client service: it keeps no screen from being drawn, so it waits until that is `painted`. */
export const serviceInfoPorts = (client: Client, painted: (signal: AbortSignal) => Promise<void>) => ({
  fetchClientConfig: fromPromise<Result<ClientConfig>, { clientId: string }>(
    async ({ input: { clientId }, signal }) => {
      await painted(signal);
      return fetchClientConfig(client, clientId, signal);
    },
  ),
});
