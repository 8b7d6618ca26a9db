import { fromPromise } from 'xstate';
import type { PasskeyAnswer, PasskeyRequest } from '#machines/shared/passkey.ts';
import type { Result } from '#machines/shared/result.ts';
import { startAssertion } from '#src/api/passkey.ts';
import { type LoginEffects, loginPorts } from './login.ts';
import { getAssertion } from './webauthn.ts';

/** The calls of a login by passkey, and the browser's question for one. */
export const passkeyPorts = (effects: LoginEffects) => ({
  ...loginPorts(effects),
  startAssertion: fromPromise<Result<PasskeyRequest>, { userId: string; clientId: string }>(
    ({ input, signal }) => startAssertion(effects.client, input, signal),
  ),
  getAssertion: fromPromise<PasskeyAnswer, { request: PasskeyRequest }>(({ input, signal }) =>
    getAssertion(input.request, signal),
  ),
});
