import { object, optional, pipe, string, transform, unknown } from 'valibot';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import type { WaitingDevice } from '#wire/device-sign-in.ts';

const DEVICE_SIGN_IN_PATH = '/data/portal/device-sign-in';

type UserCode = { readonly userCode: string };

const device = object({ userCode: string(), serviceName: string(), addressRange: optional(string(), '') });

const target = pipe(
  object({ to: string() }),
  transform(({ to }) => to),
);

/** Finds the device that shows a user code (rule 278). */
export const findDevice = (
  client: Client,
  json: UserCode,
  signal: AbortSignal,
): Promise<Result<WaitingDevice>> =>
  client.call({ method: 'POST', path: DEVICE_SIGN_IN_PATH, json, schema: device, signal });

/** Allows the sign-in at the device. Resolves to the address at which the person signs in. */
export const allowDevice = (client: Client, json: UserCode, signal: AbortSignal): Promise<Result<string>> =>
  client.call({ method: 'POST', path: `${DEVICE_SIGN_IN_PATH}/allow`, json, schema: target, signal });

/** Declines the sign-in at the device. */
export const declineDevice = (
  client: Client,
  json: UserCode,
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({ method: 'POST', path: `${DEVICE_SIGN_IN_PATH}/decline`, json, schema: unknown(), signal });
