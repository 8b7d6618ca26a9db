import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServerConfig } from '#server/config/schema.ts';

type ConfiguredToken = NonNullable<ServerConfig['scim']>['tokens'][number];

const HASH_PREFIX = 'sha256$';

/** The hash of a bearer token, as in the configuration. A token is as random as a key, so no slow hash is needed. */
export const tokenHash = (token: string): string =>
  `${HASH_PREFIX}${createHash('sha256').update(token).digest('base64url')}`;

const isEqualInConstantTime = (left: string, right: string): boolean => {
  const leftBytes = Buffer.from(left);
  const rightBytes = Buffer.from(right);
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
};

/**
 * Finds the configured entry of a token in constant time; null when the token is unknown or expired.
 * @param sent the token in the call
 * @param today date such as 2026-01-31
 */
export function findToken(
  tokens: readonly ConfiguredToken[],
  sent: string,
  today: string,
): ConfiguredToken | null {
  const hash = tokenHash(sent);
  const matchingTokens = tokens.filter((token) => isEqualInConstantTime(token.hash, hash));
  return matchingTokens.find(({ until }) => until === undefined || today <= until) ?? null;
}
