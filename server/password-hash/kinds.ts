import { argon2Kind } from './argon2.ts';
import type { ComparePassword, HashKind } from './kind.ts';
import { formerScryptKind } from './scrypt.ts';

/** Every kind of hash that a password may be compared with. */
const KINDS: readonly HashKind[] = [argon2Kind, formerScryptKind];

/** How a password is compared with a stored hash; null when the hash cannot be read. */
export function comparisonWith(hash: string): ComparePassword | null {
  for (const kind of KINDS) {
    const compare = kind(hash);
    if (compare) return compare;
  }
  return null;
}

/** Whether a password can be compared with it. */
export const isReadableHash = (hash: string): boolean => comparisonWith(hash) !== null;
