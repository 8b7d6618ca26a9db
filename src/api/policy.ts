import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import type { CheckedPolicy } from '#src/api/decode/policy.ts';
import { namedDecoder } from '#src/api/named-decoder.ts';

/** Fetches the policy that applies to a person at a client service. */
export const checkPolicy = (
  client: Client,
  { userId, clientId }: { readonly userId: string; readonly clientId: string },
  signal: AbortSignal,
): Promise<Result<CheckedPolicy>> =>
  client.call({
    method: 'POST',
    path: '/auth/policy/check',
    // Without a client id the server uses its default client.
    json: { userId, ...(clientId !== '' && { clientId }) },
    schema: namedDecoder('policyCheck'),
    signal,
  });
