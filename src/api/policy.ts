import type { Policy } from '#machines/shared/policy.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { policyCheck } from '#src/api/decode/policy.ts';

/** `userId` is empty unless the answer names one (decision 92). */
export type CheckedPolicy = { readonly userId: string; readonly policy: Policy };

/** Asks what this person may and must do at this client service. */
export const checkPolicy = (
  client: Client,
  { userId, clientId }: { readonly userId: string; readonly clientId: string },
  signal: AbortSignal,
): Promise<Result<CheckedPolicy>> =>
  client.call({
    method: 'POST',
    path: '/auth/policy/check',
    json: { userId, clientId },
    schema: policyCheck,
    signal,
  });
