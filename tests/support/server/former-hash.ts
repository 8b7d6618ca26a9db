import { randomBytes, scryptSync } from 'node:crypto';

/** A hash in the form that the portal stored before Argon2, at the lowest cost. */
export function formerHash(secret: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(secret.normalize('NFC'), salt, 32, { cost: 2, blockSize: 1, parallelization: 1 });
  return ['scrypt', 2, 1, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
}
