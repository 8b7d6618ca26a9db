import type { DeviceCall } from '#server/login/device/calling-device.ts';
import type { Portal } from '#server/login/portal.ts';
import { bearerOf } from './bearer.ts';
import type { Ctx } from './env.ts';

/** The call of an app, with the URL of the call at the portal's public origin. */
export const deviceCallOf = (c: Ctx, { config }: Pick<Portal, 'config'>): DeviceCall => ({
  method: c.req.method,
  url: config.publicUrl + new URL(c.req.url).pathname,
  bearer: bearerOf(c),
  proof: c.req.header('DPoP') ?? '',
});
