import { fromPromise } from 'xstate';
import type { CreationRequest, PasskeyCreationResult } from '#machines/shared/passkey.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import {
  checkPasskeyName,
  finishPasskey,
  type RegistrationAuth,
  startPasskey,
} from '#src/api/registration.ts';
import { createPasskey } from './webauthn-create.ts';

type NamedPasskey = RegistrationAuth & { name: string };

/** The calls that register a passkey, and the prompt with which the browser creates it. */
export const registerPasskeyPorts = (client: Client) => ({
  checkName: fromPromise<Result<unknown>, NamedPasskey>(({ input, signal }) =>
    checkPasskeyName(client, input, signal),
  ),
  startCreation: fromPromise<Result<CreationRequest>, NamedPasskey & { clientId: string }>(
    ({ input, signal }) => startPasskey(client, input, signal),
  ),
  createPasskey: fromPromise<PasskeyCreationResult, { request: CreationRequest }>(({ input, signal }) =>
    createPasskey(input.request, signal),
  ),
  finishCreation: fromPromise<Result<unknown>, NamedPasskey & { clientId: string; credential: unknown }>(
    ({ input, signal }) => finishPasskey(client, input, signal),
  ),
});
