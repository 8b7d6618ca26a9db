import type { ServerConfig } from '#server/config/schema.ts';
import type { Ctx } from '#server/http/env.ts';
import type { FailureLimit, Trial } from '#server/login/limits/failure-limit.ts';
import { Refusal } from '#server/login/refusal.ts';
import { clientNetwork } from './client-address.ts';

type Limits = Pick<ServerConfig, 'trustProxy' | 'limits'>;

/**
 * Counts a trial of the address that makes a call; a right one is given back.
 * @throws Refusal 429 when the address has failed too often.
 */
export async function beginTrial(c: Ctx, failures: FailureLimit, config: Limits): Promise<Trial> {
  const trial = await failures.begin(clientNetwork(c, config));
  if (!trial) throw new Refusal(429, 'tooMany', { headers: { 'Retry-After': '60' } });
  return trial;
}
