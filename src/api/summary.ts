import { unknown } from 'valibot';
import type { AuthSummary, ClientConfig } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { namedDecoder } from '#src/api/named-decoder.ts';
import { apiPath } from '#src/api/path.ts';
import { REQUEST_PARAM } from '#wire/names.ts';

/**
 * Fetches the request of a client service.
 * @param requestId the ID of the request; null for the newest request of the session
 */
export const fetchAuthSummary = (
  client: Client,
  signal: AbortSignal,
  requestId: string | null = null,
): Promise<Result<AuthSummary>> =>
  client.call({
    method: 'GET',
    path: '/summary/auth',
    ...(requestId !== null && { query: { [REQUEST_PARAM]: requestId } }),
    schema: namedDecoder('authSummary'),
    signal,
  });

/** Declines the request that continues at the address `redirect` (rule 279). */
export const declineRequest = (
  client: Client,
  json: { readonly redirect: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({ method: 'POST', path: '/data/portal/request/decline', json, schema: unknown(), signal });

/** Fetches the settings of a client service for the ID entry. Rejects with PathValueError if the client id is empty. */
export const fetchClientConfig = async (
  client: Client,
  clientId: string,
  signal: AbortSignal,
): Promise<Result<ClientConfig>> =>
  client.call({
    method: 'GET',
    path: apiPath('/data/sso/config/{clientId}', { clientId }),
    schema: namedDecoder('clientConfig'),
    signal,
  });
