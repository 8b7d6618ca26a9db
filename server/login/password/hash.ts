import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { ServerConfig } from '#server/config/schema.ts';
import { hashing } from './hashing.ts';

type Cost = ServerConfig['scrypt'];

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Hangul typed on different systems is the same password (decision 125). */
const normalised = (password: string): string => password.normalize('NFC');

const keyOf = (password: string, salt: Buffer, { cost, blockSize, parallelization }: Cost): Promise<Buffer> =>
  hashing.run(() =>
    derive(normalised(password), salt, KEY_BYTES, {
      cost,
      blockSize,
      parallelization,
      maxmem: 128 * blockSize * (cost + parallelization + 2),
    }),
  );

/** `scrypt$cost$blockSize$parallelization$salt$key`, salt and key in base64url. */
export async function hashPassword(password: string, cost: Cost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await keyOf(password, salt, cost);
  const numbers = [cost.cost, cost.blockSize, cost.parallelization];
  return ['scrypt', ...numbers, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** The stored text is no hash that {@link hashPassword} wrote. */
export class MalformedHashError extends Error {
  override readonly name = 'MalformedHashError';
}

/**
 * Whether the password belongs to the hash.
 * @throws MalformedHashError when the stored text cannot be read.
 */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const match = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash);
  const [, cost, blockSize, parallelization, salt = '', key = ''] = match ?? [];
  if (!match) throw new MalformedHashError('A stored password hash cannot be read');
  const expected = Buffer.from(key, 'base64url');
  const numbers = {
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
  };
  const actual = await keyOf(password, Buffer.from(salt, 'base64url'), numbers);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
