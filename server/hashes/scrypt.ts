import { type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { type ComparePassword, type HashKind, isSameKey, MAX_MEMORY_BYTES } from './kind.ts';

const derive = promisify<Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt);

const isPowerOfTwo = (value: number): boolean => value > 1 && Number.isInteger(Math.log2(value));

/**
 * The comparison with a hash of scrypt; null when its parameters are invalid or need too much memory. The parameters
 * `cost`, `blockSize` and `parallelization` are N, r and p of RFC 7914.
 */
function scryptComparison(
  [cost, blockSize, parallelization]: readonly [number, number, number],
  salt: Buffer,
  expected: Buffer,
): ComparePassword | null {
  const memory = 128 * blockSize * (cost + parallelization + 2);
  if (!isPowerOfTwo(cost) || blockSize < 1 || parallelization < 1 || memory > MAX_MEMORY_BYTES) return null;
  if (expected.length === 0) return null;
  return async (password) =>
    isSameKey(
      expected,
      await derive(password, salt, expected.length, { cost, blockSize, parallelization, maxmem: memory }),
    );
}

/** Hashes of earlier versions of the portal: `scrypt$cost$blockSize$parallelization$salt$key` in base64url. */
export const legacyScryptKind: HashKind = (hash) => {
  const match = /^scrypt\$(\d{1,10})\$(\d{1,4})\$(\d{1,4})\$([\w-]+)\$([\w-]+)$/.exec(hash);
  if (!match) return null;
  const [, cost, blockSize, parallelization, salt = '', key = ''] = match;
  return scryptComparison(
    [Number(cost), Number(blockSize), Number(parallelization)],
    Buffer.from(salt, 'base64url'),
    Buffer.from(key, 'base64url'),
  );
};

/** Hashes of scrypt as PHC strings: `$scrypt$ln=15,r=8,p=3$salt$key`. */
export const scryptKind: HashKind = (hash) => {
  const match = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/.exec(
    hash,
  );
  if (!match) return null;
  const [, exponent, blockSize, parallelization, salt = '', key = ''] = match;
  return scryptComparison(
    [2 ** Number(exponent), Number(blockSize), Number(parallelization)],
    Buffer.from(salt, 'base64'),
    Buffer.from(key, 'base64'),
  );
};
