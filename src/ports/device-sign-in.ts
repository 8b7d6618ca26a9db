import { fromPromise } from 'xstate';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { allowDevice, declineDevice, findDevice } from '#src/api/device-sign-in.ts';
import type { WaitingDevice } from '#wire/device-sign-in.ts';

type Code = { userCode: string };

/** The calls of a sign-in at a device. */
export const deviceSignInPorts = (client: Client) => ({
  findDevice: fromPromise<Result<WaitingDevice>, Code>(({ input, signal }) =>
    findDevice(client, input, signal),
  ),
  allowDevice: fromPromise<Result<string>, Code>(({ input, signal }) => allowDevice(client, input, signal)),
  declineDevice: fromPromise<Result<unknown>, Code>(({ input, signal }) =>
    declineDevice(client, input, signal),
  ),
});
