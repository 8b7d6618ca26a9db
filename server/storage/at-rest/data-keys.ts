import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A key that encrypts stored secrets which the server must be able to read again. */
export type DataKey = {
  /** Identifies the key in encrypted values, without revealing it. */
  readonly id: string;
  readonly secret: KeyObject;
};

/** The first key encrypts; every key decrypts. */
export type DataKeys = readonly [DataKey, ...DataKey[]];

/** A data key is not valid. The message does not contain the key. */
export class DataKeyError extends Error {
  override readonly name = 'DataKeyError';
}

const KEY_BYTES = 32;
/** 32 bytes in base64 or base64url. */
const BASE64_KEY = /^[\w+/-]{43}=?$/;

/** Name of the file with the data key of the demonstration, in its data folder. */
export const DATA_KEY_FILE = 'data.key';

function parseDataKey(text: string): DataKey {
  const bytes = Buffer.from(text, 'base64');
  if (!BASE64_KEY.test(text) || bytes.length !== KEY_BYTES) {
    throw new DataKeyError(`A data key has to be ${KEY_BYTES} random bytes in base64.`);
  }
  const id = createHash('sha256').update('data key ').update(bytes).digest('base64url').slice(0, 8);
  return { id, secret: createSecretKey(bytes) };
}

/**
 * Reads one or more keys in base64, separated by spaces, commas or line ends.
 * @throws DataKeyError
 */
export function parseDataKeys(text: string): DataKeys {
  const [first = '', ...others] = text.split(/[\s,]+/).filter(Boolean);
  return [parseDataKey(first), ...others.map(parseDataKey)];
}

/**
 * Reads the key file of a folder. If the file is missing, creates it with a new key, readable only by its owner.
 * @throws DataKeyError when the file contains no key
 */
export function loadDataKeys(folder: string): DataKeys {
  const path = join(folder, DATA_KEY_FILE);
  const newFile = `${path}.${randomBytes(8).toString('hex')}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(newFile, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(newFile, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(newFile);
  }
  return parseDataKeys(readFileSync(path, 'utf8'));
}
