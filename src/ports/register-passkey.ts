import { fromPromise } from 'xstate';
import type { CreatedPasskey, CreationRequest } from '#machines/shared/passkey.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import {
  checkPasskeyName,
  finishPasskey,
  type RegistrationAuth,
  startPasskey,
} from '#src/api/registration.ts';
import { createPasskey } from './webauthn-create.ts';

type Named = RegistrationAuth & { name: string };

/** The calls that register a passkey, and the browser's question for one. */
export const registerPasskeyPorts = (client: Client) => ({
  checkName: fromPromise<Result<unknown>, Named>(({ input, signal }) =>
    checkPasskeyName(client, input, signal),
  ),
  startCreation: fromPromise<Result<CreationRequest>, Named & { clientId: string }>(({ input, signal }) =>
    startPasskey(client, input, signal),
  ),
  createPasskey: fromPromise<CreatedPasskey, { request: CreationRequest }>(({ input, signal }) =>
    createPasskey(input.request, signal),
  ),
  finishCreation: fromPromise<Result<unknown>, Named & { clientId: string; credential: unknown }>(
    ({ input, signal }) => finishPasskey(client, input, signal),
  ),
});
