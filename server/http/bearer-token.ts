import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServerConfig } from '#server/config/schema.ts';

type ScimToken = NonNullable<ServerConfig['scim']>['tokens'][number];

const PREFIX = 'sha256$';

/** The stored hash of a token. A token is as random as a key, so no slow hash is needed. */
export const tokenHash = (token: string): string =>
  `${PREFIX}${createHash('sha256').update(token).digest('base64url')}`;

const isEqualInConstantTime = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * The configured token that was sent; null when it is unknown or expired. Compares with all tokens in constant time.
 * @param today such as 2026-01-31
 */
export function findToken(tokens: readonly ScimToken[], sent: string, today: string): ScimToken | null {
  const hash = tokenHash(sent);
  const matchingTokens = tokens.filter((token) => isEqualInConstantTime(token.hash, hash));
  return matchingTokens.find(({ until }) => until === undefined || today <= until) ?? null;
}
