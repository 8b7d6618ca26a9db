import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import type { CheckedPolicy } from '#src/api/decode/policy.ts';
import { firstDecoder } from '#src/api/first-decoder.ts';

/** Asks what this person may and must do at this client service. */
export const checkPolicy = (
  client: Client,
  { userId, clientId }: { readonly userId: string; readonly clientId: string },
  signal: AbortSignal,
): Promise<Result<CheckedPolicy>> =>
  client.call({
    method: 'POST',
    path: '/auth/policy/check',
    // Nothing is known under an empty id: without a service the server takes its own default.
    json: { userId, ...(clientId !== '' && { clientId }) },
    schema: firstDecoder('policyCheck'),
    signal,
  });
