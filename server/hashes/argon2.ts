import { randomBytes } from 'node:crypto';
import { type Argon2Algorithm, deriveArgon2Key } from './argon2-key.ts';
import { base64Of, type HashKind, isSameKey, MAX_MEMORY_BYTES } from './kind.ts';

/** Cost parameters of a hash (RFC 9106). */
export type Argon2Cost = {
  /** Memory in KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
};

const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Minimum lengths of salt and key in RFC 9106. */
const MIN_SALT_BYTES = 8;
const MIN_KEY_BYTES = 4;

const phcPrefix = ({ memory, passes, parallelism }: Argon2Cost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;

/** Creates a hash with Argon2id, as a PHC string. */
export async function argon2Hash(password: Buffer, cost: Argon2Cost): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const key = await deriveArgon2Key('argon2id', { message: password, nonce, tagLength: KEY_BYTES, ...cost });
  return `${phcPrefix(cost)}${base64Of(nonce)}$${base64Of(key)}`;
}

/** Whether a hash was created with Argon2id at a cost. */
export const hasCost = (hash: string, cost: Argon2Cost): boolean => hash.startsWith(phcPrefix(cost));

const PHC_FORMAT =
  /^\$(argon2(?:id|i|d))\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/;

/** Hashes of Argon2, version 1.3, as PHC strings such as `$argon2id$v=19$m=19456,t=2,p=1$salt$key`. */
export const argon2Kind: HashKind = (hash) => {
  const match = PHC_FORMAT.exec(hash);
  if (!match) return null;
  const [, algorithm, memory, passes, parallelism, salt = '', key = ''] = match;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const nonce = Buffer.from(salt, 'base64');
  const expected = Buffer.from(key, 'base64');
  const isValidCost = cost.passes > 0 && cost.parallelism > 0 && cost.memory >= 8 * cost.parallelism;
  if (!isValidCost || cost.memory * 1024 > MAX_MEMORY_BYTES) return null;
  if (nonce.length < MIN_SALT_BYTES || expected.length < MIN_KEY_BYTES) return null;
  const parameters = { nonce, tagLength: expected.length, ...cost };
  return async (message) =>
    isSameKey(expected, await deriveArgon2Key(algorithm as Argon2Algorithm, { message, ...parameters }));
};
