import { failed, UNREACHABLE } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { once } from './once.ts';

/**
 * A client whose calls wait for its code. The code is fetched immediately; if the fetch fails, the next call fetches
 * the code again.
 * @param fetchClient fetches the client; rejects if the code cannot be fetched
 */
export function lateClient(fetchClient: () => Promise<Client>): Client {
  const fetchOnce = once(fetchClient);
  fetchOnce().catch(() => undefined);
  return {
    async call(request) {
      const loadedClient = await fetchOnce().catch(() => null);
      request.signal?.throwIfAborted();
      return loadedClient ? loadedClient.call(request) : failed(UNREACHABLE);
    },
  };
}
