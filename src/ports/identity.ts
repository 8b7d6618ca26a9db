import { fromPromise } from 'xstate';
import type { ClientConfig } from '#machines/shared/domain.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { fetchClientConfig } from '#src/api/summary.ts';
import { checkPolicyPort } from './policy.ts';

export const identityPorts = (client: Client) => ({
  fetchClientConfig: fromPromise<Result<ClientConfig | null>, { clientId: string }>(({ input, signal }) =>
    input.clientId === ''
      ? Promise.resolve(success(null))
      : fetchClientConfig(client, input.clientId, signal),
  ),
  checkPolicy: checkPolicyPort(client),
});
