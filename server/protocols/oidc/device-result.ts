import type Koa from 'koa';
import { DEVICE_PAGE_PATH, DEVICE_RESULT_PARAM, type DeviceResult } from '#wire/device-sign-in.ts';

/** Redirects to the portal's page with the result of a sign-in at a device. */
export function redirectToDeviceResult(ctx: Koa.Context, result: DeviceResult): void {
  ctx.redirect(`${DEVICE_PAGE_PATH}?${DEVICE_RESULT_PARAM}=${result}`);
  ctx.status = 303;
}
