import type { PasskeyRequest } from '#machines/shared/passkey.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { namedDecoder } from '#src/api/named-decoder.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';

/** Starts an assertion without an ID: the passkey identifies the person (rule 90). */
export const startAssertionWithoutId = (
  client: Client,
  { clientId }: { readonly clientId: string },
  signal: AbortSignal,
): Promise<Result<PasskeyRequest>> =>
  client.call({
    method: 'POST',
    path: '/auth/login/fido',
    json: { clientId, fidoStatus: 'start' },
    schema: namedDecoder('assertionRequest'),
    signal,
  });

/** Starts an assertion of the person with this ID, in the first step (rule 90). */
export const startAssertion = (
  client: Client,
  { clientId, userId }: { readonly clientId: string; readonly userId: string },
  signal: AbortSignal,
): Promise<Result<PasskeyRequest>> =>
  client.call({
    method: 'POST',
    path: '/auth/login/oidc',
    json: { clientId, userId, type: TYPE_CODES.passkey, fidoStatus: 'start' },
    schema: namedDecoder('assertionRequest'),
    signal,
  });
