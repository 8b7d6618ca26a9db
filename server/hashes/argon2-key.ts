import { type Argon2Parameters, argon2 } from 'node:crypto';
import { promisify } from 'node:util';

export type Argon2Algorithm = Parameters<typeof argon2>[0];

/** Derives a key by Argon2 of version 1.3 (RFC 9106). */
export type DeriveKey = (algorithm: Argon2Algorithm, parameters: Argon2Parameters) => Promise<Buffer>;

/** Node's implementation, three times slower than the package. */
export const keyByNode: DeriveKey = promisify<Argon2Algorithm, Argon2Parameters, Buffer>(argon2);

/** The package's numbers of the algorithms. */
const ALGORITHMS = { argon2d: 0, argon2i: 1, argon2id: 2 } as const;

/** The implementation of the package; null when it has no build for this system. */
export const keyByPackage: DeriveKey | null = await import('@node-rs/argon2').then(
  ({ hashRaw }): DeriveKey =>
    (algorithm, { message, nonce, tagLength, memory, passes, parallelism }) =>
      hashRaw(Buffer.from(message as Buffer), {
        algorithm: ALGORITHMS[algorithm],
        salt: nonce as Buffer,
        outputLen: tagLength,
        memoryCost: memory,
        timeCost: passes,
        parallelism,
      }),
  () => null,
);

export const argon2Key: DeriveKey = keyByPackage ?? keyByNode;
