import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Library } from './library.ts';
import type { EngineStore } from './store.ts';

/** How long a device has to wait between two requests: the default of RFC 8628, section 3.2. */
const INTERVAL_SECONDS = 5;

/** How much longer a device has to wait after it has requested too soon (RFC 8628, section 3.5). */
const SLOW_DOWN_SECONDS = 5;

/** How much earlier a request may arrive, because the delays of the network vary. */
const TOLERANCE_MS = 500;

/**
 * Adds a limit for polling devices to a handler: a device that requests too soon receives `slow_down` instead of
 * `authorization_pending` (RFC 8628, section 3.5).
 * @param handler the library's handler of the device grant
 */
export const withPollingLimit =
  <Context extends KoaContextWithOIDC>(
    { errors: { AuthorizationPending, SlowDown } }: Library,
    store: Pick<EngineStore, 'recordPoll'>,
    handler: (ctx: Context) => void | Promise<void>,
  ) =>
  async (ctx: Context): Promise<void> => {
    try {
      await handler(ctx);
    } catch (error) {
      if (!(error instanceof AuthorizationPending)) throw error;
      const isTooSoon = await store.recordPoll(String(ctx.oidc.params?.['device_code']), {
        intervalMs: INTERVAL_SECONDS * 1000 - TOLERANCE_MS,
        addedMs: SLOW_DOWN_SECONDS * 1000,
      });
      throw isTooSoon ? new SlowDown() : error;
    }
  };
