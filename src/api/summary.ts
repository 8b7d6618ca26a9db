import type { AuthSummary, ClientConfig } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { firstDecoder } from '#src/api/first-decoder.ts';
import { apiPath } from '#src/api/path.ts';

/** The request that the person came with. */
export const fetchAuthSummary = (client: Client, signal: AbortSignal): Promise<Result<AuthSummary>> =>
  client.call({ method: 'GET', path: '/summary/auth', schema: firstDecoder('authSummary'), signal });

/** What a client service offers on the ID entry. Rejects with PathValueError without a client id. */
export const fetchClientConfig = async (
  client: Client,
  clientId: string,
  signal: AbortSignal,
): Promise<Result<ClientConfig>> =>
  client.call({
    method: 'GET',
    path: apiPath('/data/sso/config/{clientId}', { clientId }),
    schema: firstDecoder('clientConfig'),
    signal,
  });
