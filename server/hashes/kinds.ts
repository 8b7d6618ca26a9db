import { argon2Kind } from './argon2.ts';
import { bcryptKind } from './bcrypt.ts';
import { cryptKind } from './crypt.ts';
import type { ComparePassword, HashKind } from './kind.ts';
import { ldapKind } from './ldap.ts';
import { pbkdf2Kind } from './pbkdf2.ts';
import { legacyScryptKind, scryptKind } from './scrypt.ts';

/** All supported kinds of hashes. */
const KINDS: readonly HashKind[] = [
  argon2Kind,
  legacyScryptKind,
  scryptKind,
  bcryptKind,
  pbkdf2Kind,
  ldapKind,
  cryptKind,
];

/** The comparison with a stored hash; null when the hash is not of a supported kind. */
export function comparisonWith(hash: string): ComparePassword | null {
  for (const kind of KINDS) {
    const compare = kind(hash);
    if (compare) return compare;
  }
  return null;
}

/** Whether a hash is of a supported kind. */
export const isReadableHash = (hash: string): boolean => comparisonWith(hash) !== null;
