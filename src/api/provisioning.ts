import { object, string } from 'valibot';
import type { Provision } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { apiPath } from '#src/api/path.ts';

const provision = object({ akData: string(), publicKeyModulus: string(), publicKeyExponent: string() });

/**
 * Fetches the data with which a registration link opens the mobile app. Rejects with PathValueError if the ak cannot be
 * a path segment.
 */
export const checkProvision = async (
  client: Client,
  { ak, subdomain }: { readonly ak: string; readonly subdomain: string },
  signal: AbortSignal,
): Promise<Result<Provision>> =>
  client.call({
    method: 'GET',
    path: apiPath('/data/check/provision/mobileapp/{ak}', { ak }),
    query: { subdomain },
    schema: provision,
    signal,
  });
