import type { AuthenticatorLookUp } from '#machines/shared/authenticators.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { authenticatorLookUp } from '#src/api/decode/authenticator.ts';
import { apiPath } from '#src/api/path.ts';

/**
 * Fetches the registered factors of a person, and the licence checks of the mobile app. Rejects with PathValueError if
 * the user ID cannot be a path segment.
 */
export const fetchAuthenticators = async (
  client: Client,
  { userId, clientId }: { readonly userId: string; readonly clientId: string },
  signal: AbortSignal,
): Promise<Result<AuthenticatorLookUp>> =>
  client.call({
    method: 'GET',
    path: apiPath('/data/sso/authenticator/{userId}', { userId }),
    query: { clientId },
    schema: authenticatorLookUp,
    signal,
  });
