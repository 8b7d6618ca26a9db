import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { accessToken } from '#src/api/decode/access-token.ts';

/** Proves the password again. Resolves to the token with which the identity check starts (rule 175). */
export const reauthenticate = (
  client: Client,
  {
    userId,
    clientId,
    policyId,
    password,
  }: {
    readonly userId: string;
    readonly clientId: string;
    readonly policyId: string;
    readonly password: string;
  },
  signal: AbortSignal,
): Promise<Result<string>> =>
  client.call({
    method: 'POST',
    path: '/login/password',
    json: { userId, userPassword: password, clientId, selfAuthFlag: 'Y', policyId },
    schema: accessToken,
    signal,
  });
