import { argon2Kind } from './argon2.ts';
import { bcryptKind } from './bcrypt.ts';
import { cryptKind } from './crypt.ts';
import type { ComparePassword, HashKind } from './kind.ts';
import { ldapKind } from './ldap.ts';
import { pbkdf2Kind } from './pbkdf2.ts';
import { formerScryptKind, scryptKind } from './scrypt.ts';

/** Every kind of hash that a password may be compared with. */
const KINDS: readonly HashKind[] = [
  argon2Kind,
  formerScryptKind,
  scryptKind,
  bcryptKind,
  pbkdf2Kind,
  ldapKind,
  cryptKind,
];

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
