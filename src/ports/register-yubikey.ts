import { fromPromise } from 'xstate';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { type RegistrationAuth, registerYubikey } from '#src/api/registration.ts';

/** The call that registers a Yubikey. */
export const registerYubikeyPorts = (client: Client) => ({
  mapKey: fromPromise<Result<unknown>, RegistrationAuth & { code: string }>(({ input, signal }) =>
    registerYubikey(client, input, signal),
  ),
});
