import { networkMatcher } from '#server/config/network-range.ts';
import type { PolicyRule } from '#server/config/policy.ts';

type NetworkMatcher = (address: string) => boolean;

/** The matchers of networks, cached because a policy is resolved in every call of a page. */
const matchers = new Map<string, NetworkMatcher>();

function matcherOf(network: string): NetworkMatcher {
  const cached = matchers.get(network);
  if (cached) return cached;
  const matcher = networkMatcher(network);
  if (!matcher) throw new Error(`"${network}" is not a network range`);
  matchers.set(network, matcher);
  return matcher;
}

/** Whether a policy allows sign-ins from an address. */
export const isAllowedNetwork = ({ networks }: Pick<PolicyRule, 'networks'>, address: string): boolean =>
  networks?.some((network) => matcherOf(network)(address)) ?? true;
