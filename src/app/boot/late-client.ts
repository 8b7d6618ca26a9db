import { failed, UNREACHABLE } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { once } from './once.ts';

/**
 * A client whose code is in the late chunk, which the first screen does not need. The chunk is fetched at once, and
 * again with a call when that failed.
 * @param fetchClient rejects when the code does not arrive
 */
export function lateClient(fetchClient: () => Promise<Client>): Client {
  const arriving = once(fetchClient);
  arriving().catch(() => undefined);
  return {
    async call(request) {
      const arrived = await arriving().catch(() => null);
      request.signal?.throwIfAborted();
      return arrived ? arrived.call(request) : failed(UNREACHABLE);
    },
  };
}
