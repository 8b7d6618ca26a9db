import type { ServerConfig } from '#server/config/schema.ts';
import type { Ctx } from '#server/http/env.ts';
import type { CountedTry, FailureLimit } from '#server/login/limits/failure-limit.ts';
import { Refusal } from '#server/login/refusal.ts';
import { clientNetwork } from './client-address.ts';

type LimitSettings = Pick<ServerConfig, 'trustProxy' | 'limits'>;

/**
 * Counts a try of the calling network. The try is no longer counted after it has succeeded.
 * @throws Refusal 429 when the network has failed too often
 */
export async function countTry(c: Ctx, failures: FailureLimit, config: LimitSettings): Promise<CountedTry> {
  const countedTry = await failures.begin(clientNetwork(c, config));
  if (!countedTry) throw new Refusal(429, 'tooMany', { headers: { 'Retry-After': '60' } });
  return countedTry;
}
