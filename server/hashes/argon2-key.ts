import { type Argon2Parameters, argon2 } from 'node:crypto';
import { promisify } from 'node:util';

export type Argon2Algorithm = Parameters<typeof argon2>[0];

/** Derives a key with version 1.3 of Argon2 (RFC 9106). */
export type DeriveKey = (algorithm: Argon2Algorithm, parameters: Argon2Parameters) => Promise<Buffer>;

/** Node's implementation, which is three times slower than the package @node-rs/argon2. */
export const deriveKeyByNode: DeriveKey = promisify<Argon2Algorithm, Argon2Parameters, Buffer>(argon2);

/** Numbers of the algorithms in the package. */
const ALGORITHM_NUMBERS = { argon2d: 0, argon2i: 1, argon2id: 2 } as const;

/** The implementation of the package; null when the package has no build for this system. */
export const deriveKeyByPackage: DeriveKey | null = await import('@node-rs/argon2').then(
  ({ hashRaw }): DeriveKey =>
    (algorithm, { message, nonce, tagLength, memory, passes, parallelism }) =>
      hashRaw(Buffer.from(message as Buffer), {
        algorithm: ALGORITHM_NUMBERS[algorithm],
        salt: nonce as Buffer,
        outputLen: tagLength,
        memoryCost: memory,
        timeCost: passes,
        parallelism,
      }),
  () => null,
);

export const deriveArgon2Key: DeriveKey = deriveKeyByPackage ?? deriveKeyByNode;
