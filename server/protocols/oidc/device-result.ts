import type Koa from 'koa';
import { DEVICE_PAGE_PATH, DEVICE_RESULT_PARAM, type DeviceResult } from '#wire/device-sign-in.ts';

/** Redirects to the portal's page that shows the result of a device sign-in. */
export function redirectToDeviceResult(ctx: Koa.Context, result: DeviceResult): void {
  ctx.redirect(`${DEVICE_PAGE_PATH}?${DEVICE_RESULT_PARAM}=${result}`);
  ctx.status = 303;
}
