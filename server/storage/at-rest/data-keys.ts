import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A key that seals what the storage must be able to read. */
export type DataKey = {
  /** Names the key in encrypted values; it reveals nothing of the key. */
  readonly id: string;
  readonly secret: KeyObject;
};

/** The first one seals, each of them opens. */
export type DataKeys = readonly [DataKey, ...DataKey[]];

/** What was given as a key cannot be one; the message does not repeat it. */
export class DataKeyError extends Error {
  override readonly name = 'DataKeyError';
}

const KEY_BYTES = 32;
const BASE64 = /^[\w+/-]{43}=?$/;

/** File of the key of a demonstration, in the folder of its data. */
export const DATA_KEY_FILE = 'data.key';

function dataKey(text: string): DataKey {
  const bytes = Buffer.from(text, 'base64');
  if (!BASE64.test(text) || bytes.length !== KEY_BYTES) {
    throw new DataKeyError(`A data key has to be ${KEY_BYTES} random bytes in base64.`);
  }
  const id = createHash('sha256').update('data key ').update(bytes).digest('base64url').slice(0, 8);
  return { id, secret: createSecretKey(bytes) };
}

/**
 * Reads one or several keys, each in base64, apart by spaces, commas or line ends.
 * @throws DataKeyError
 */
export function dataKeysFrom(text: string): DataKeys {
  const [first = '', ...others] = text.split(/[\s,]+/).filter(Boolean);
  return [dataKey(first), ...others.map(dataKey)];
}

/**
 * The key in a file of the folder, which is made, for its owner alone, when there is none.
 * @throws DataKeyError when the file holds no key
 */
export function dataKeysIn(folder: string): DataKeys {
  const path = join(folder, DATA_KEY_FILE);
  const made = `${path}.${randomBytes(8).toString('hex')}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(made, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(made, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(made);
  }
  return dataKeysFrom(readFileSync(path, 'utf8'));
}
