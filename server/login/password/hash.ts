import type { ServerConfig } from '#server/config/schema.ts';
import { argon2Hash, hasCost } from '#server/hashes/argon2.ts';
import { comparisonWith } from '#server/hashes/kinds.ts';
import { hashing } from './hashing.ts';

type Cost = ServerConfig['argon2'];

/** Normalised, because systems encode typed Hangul differently (rule 125). */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFC'));

/** An Argon2id hash, which names its own cost (rule 228). */
export const hashPassword = (password: string, cost: Cost): Promise<string> =>
  hashing.run(() => argon2Hash(bytesOf(password), cost));

/** The stored text is not a hash of a known kind. */
export class MalformedHashError extends Error {
  override readonly name = 'MalformedHashError';
}

/**
 * Whether the password belongs to the hash.
 * @throws MalformedHashError when the stored text cannot be read.
 */
export async function matchesHash(password: string, hash: string): Promise<boolean> {
  const compare = comparisonWith(hash);
  if (!compare) throw new MalformedHashError('A stored password hash cannot be read');
  return hashing.run(() => compare(bytesOf(password)));
}

/** The outcome of a comparison. */
export type Comparison = {
  readonly isRight: boolean;
  /** A new hash of the typed text, when the stored hash is of another kind or cost; null otherwise. */
  readonly newHash: string | null;
};

/**
 * Compares a password with a hash of any kind. For a hash of another kind or cost a new one is always computed, so that a
 * cheap old hash is not answered sooner (rule 228).
 * @throws MalformedHashError when the stored text cannot be read.
 */
export async function comparePassword(password: string, hash: string, cost: Cost): Promise<Comparison> {
  const isRight = await matchesHash(password, hash);
  return { isRight, newHash: hasCost(hash, cost) ? null : await hashPassword(password, cost) };
}
