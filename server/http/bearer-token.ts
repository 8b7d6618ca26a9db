import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServerConfig } from '#server/config/schema.ts';

type Token = NonNullable<ServerConfig['scim']>['tokens'][number];

const PREFIX = 'sha256$';

/** The stored hash of a token. A token is as random as a key, so no slow hash is needed. */
export const tokenHash = (token: string): string =>
  `${PREFIX}${createHash('sha256').update(token).digest('base64url')}`;

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * The token that a call carries; null when it is unknown or expired. All are compared, in constant time.
 * @param today such as 2026-01-31
 */
export function tokenOf(tokens: readonly Token[], sent: string, today: string): Token | null {
  const hash = tokenHash(sent);
  const fitting = tokens.filter((token) => isSame(token.hash, hash));
  return fitting.find(({ until }) => until === undefined || today <= until) ?? null;
}
