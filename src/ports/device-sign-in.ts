import { fromPromise } from 'xstate';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { allowDevice, declineDevice, findDevice } from '#src/api/device-sign-in.ts';
import type { WaitingDevice } from '#wire/device-sign-in.ts';

type UserCode = { userCode: string };

/** The calls with which a person allows or declines the sign-in at a device. */
export const deviceSignInPorts = (client: Client) => ({
  findDevice: fromPromise<Result<WaitingDevice>, UserCode>(({ input, signal }) =>
    findDevice(client, input, signal),
  ),
  allowDevice: fromPromise<Result<string>, UserCode>(({ input, signal }) =>
    allowDevice(client, input, signal),
  ),
  declineDevice: fromPromise<Result<unknown>, UserCode>(({ input, signal }) =>
    declineDevice(client, input, signal),
  ),
});
