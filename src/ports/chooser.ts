import { fromPromise } from 'xstate';
import type { AuthenticatorLookUp } from '#machines/shared/authenticators.ts';
import type { Result } from '#machines/shared/result.ts';
import { fetchAuthenticators } from '#src/api/authenticator.ts';
import type { Client } from '#src/api/client.ts';

/** The call of the chooser. */
export const chooserPorts = (client: Client) => ({
  fetchAuthenticators: fromPromise<Result<AuthenticatorLookUp>, { userId: string; clientId: string }>(
    ({ input, signal }) => fetchAuthenticators(client, input, signal),
  ),
});
