import { fromPromise } from 'xstate';
import type { ClientConfig } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { fetchClientConfig } from '#src/api/summary.ts';

/** Runs a task after what is on the page has been painted. Returns what cancels it. */
type AfterPaint = (task: () => void) => () => void;

/** The look-up of a client service: it keeps no screen from being drawn, so it waits for the picture. */
export const clientPorts = (client: Client, afterPaint: AfterPaint) => ({
  fetchClientConfig: fromPromise<Result<ClientConfig>, { clientId: string }>(
    async ({ input: { clientId }, signal }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      signal.addEventListener('abort', afterPaint(resolve));
      await promise;
      return fetchClientConfig(client, clientId, signal);
    },
  ),
});
