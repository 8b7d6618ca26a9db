import type { DeviceCall } from '#server/login/device/calling-device.ts';
import type { Portal } from '#server/login/portal.ts';
import { bearerOf } from './bearer.ts';
import type { Ctx } from './env.ts';

/** A call of an app, with its address at the portal's public URL. */
export const deviceCallOf = (c: Ctx, { config }: Pick<Portal, 'config'>): DeviceCall => ({
  method: c.req.method,
  url: config.publicUrl + new URL(c.req.url).pathname,
  bearer: bearerOf(c),
  proof: c.req.header('DPoP') ?? '',
});
