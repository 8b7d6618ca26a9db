import { fromPromise } from 'xstate';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { declineRequest } from '#src/api/summary.ts';

/** The call that declines a request, and the navigation to the service. */
export const returnToServicePorts = (pageWindow: Window, client: Client) => ({
  declineRequest: fromPromise<Result<unknown>, { redirect: string }>(({ input, signal }) =>
    declineRequest(client, input, signal),
  ),
  /** Navigates to the service, which unloads the page. The promise therefore settles only if the navigation throws. */
  leave: fromPromise<void, { url: string; replacesEntry?: boolean }>(
    ({ input: { url, replacesEntry = false } }) =>
      new Promise((_, reject) => {
        try {
          if (replacesEntry) pageWindow.location.replace(url);
          else pageWindow.location.assign(url);
        } catch (error) {
          reject(error);
        }
      }),
  ),
});
