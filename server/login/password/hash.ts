import type { ServerConfig } from '#server/config/schema.ts';
import { argon2Hash, hasCost } from '#server/hashes/argon2.ts';
import { comparisonWith } from '#server/hashes/kinds.ts';
import { hashing } from './hashing.ts';

type Cost = ServerConfig['argon2'];

/** The bytes of a password in a normal form, because systems encode typed Hangul differently (rule 125). */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFC'));

/** Hashes a password with Argon2id; the hash contains the cost (rule 228). */
export const hashPassword = (password: string, cost: Cost): Promise<string> =>
  hashing.run(() => argon2Hash(bytesOf(password), cost));

/** Thrown when a stored text is not a hash of a supported kind. */
export class MalformedHashError extends Error {
  override readonly name = 'MalformedHashError';
}

/**
 * Whether a password matches a hash of any supported kind.
 * @throws MalformedHashError when the stored text cannot be read.
 */
export async function matchesHash(password: string, hash: string): Promise<boolean> {
  const compare = comparisonWith(hash);
  if (!compare) throw new MalformedHashError('A stored password hash cannot be read');
  return hashing.run(() => compare(bytesOf(password)));
}

/** The outcome of comparing a typed text with a stored hash. */
export type Comparison = {
  readonly isRight: boolean;
  /** A new hash of the typed text, if the stored hash has another kind or cost than configured; otherwise null. */
  readonly newHash: string | null;
};

/**
 * Compares a password with a hash of any supported kind. If the hash has another kind or cost than configured, a new
 * hash is computed even for a wrong password: otherwise the time would show that the account has a cheap old hash (rule
 * 228).
 * @throws MalformedHashError when the stored text cannot be read.
 */
export async function comparePassword(password: string, hash: string, cost: Cost): Promise<Comparison> {
  const isRight = await matchesHash(password, hash);
  return { isRight, newHash: hasCost(hash, cost) ? null : await hashPassword(password, cost) };
}
