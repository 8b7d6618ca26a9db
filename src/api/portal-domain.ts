import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { portalDomain } from '#src/api/decode/portal-domain.ts';

/** Fetches the address at which this portal is reached from the internet. */
export const fetchPortalDomain = (client: Client, signal: AbortSignal): Promise<Result<string>> =>
  client.call({ method: 'GET', path: '/summary/domain/portal', schema: portalDomain, signal });
