import { failed, UNREACHABLE } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { once } from './once.ts';

/**
 * A client whose code is in the late chunk, which the first screen does not need. The chunk is fetched immediately; if
 * that fails, the next call fetches it again.
 * @param fetchClient rejects when the code does not arrive
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
