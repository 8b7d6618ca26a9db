import { randomBytes, scryptSync } from 'node:crypto';

/** Hashes a secret with scrypt at the lowest cost, in the format that the portal stored before it used Argon2. */
export function scryptHash(secret: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(secret.normalize('NFC'), salt, 32, { cost: 2, blockSize: 1, parallelization: 1 });
  return ['scrypt', 2, 1, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
}
