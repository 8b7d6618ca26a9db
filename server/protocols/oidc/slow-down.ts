import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Library } from './library.ts';
import type { EngineStore } from './store.ts';

/** Seconds that a device waits between two requests: the default of RFC 8628, section 3.2. */
const INTERVAL_SECONDS = 5;

/** Seconds added for all further requests of a device that requested too soon (RFC 8628, section 3.5). */
const SLOW_DOWN_SECONDS = 5;

/** Milliseconds by which a request may come early, since the time on the network varies. */
const TOLERANCE_MS = 500;

/**
 * Answers `slow_down` instead of `authorization_pending` to a device that requests sooner than its interval allows
 * (RFC 8628, section 3.5).
 * @param handler the library's handler of the device grant
 */
export const slowDown =
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
