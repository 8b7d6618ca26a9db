import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { DataKeys } from './data-keys.ts';

/** Encrypts data at rest, so that the database alone does not reveal it. */
export interface Sealer {
  /** Id of the key that encrypts. */
  readonly keyId: string;
  /** Ids of all keys that decrypt. */
  readonly keyIds: readonly string[];
  /**
   * Encrypts a text.
   * @param location the table and column, or the file, of the value, which can be decrypted only for this location
   */
  seal(location: string, text: string): string;
  /**
   * Decrypts a value; a text from before encryption was introduced is returned unchanged.
   * @throws SealedError
   */
  open(location: string, encrypted: string): string;
  /** Whether a value was encrypted with the current key. */
  isCurrent(encrypted: string): boolean;
}

/** An encrypted value is damaged, belongs to another location, or was encrypted with an unknown key. */
export class SealedError extends Error {
  override readonly name = 'SealedError';

  constructor(location: string, cause: unknown) {
    super(`${location} cannot be decrypted`, { cause });
  }
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/**
 * Prefix of encrypted values. No unencrypted secret begins with this prefix: secrets are letters and digits without a
 * full stop, JSON, or PEM.
 */
const PREFIX = 's1.';
/** Position of the end of the key id in an encrypted value. */
const ID_END = PREFIX.length + 8;

/** Whether a text is an encrypted value, whatever its key. */
export const isSealed = (text: string): boolean => text.startsWith(PREFIX);

/** Encrypts with AES-256-GCM (NIST SP 800-38D) and random nonces. */
export function sealerWith(keys: DataKeys): Sealer {
  const [current] = keys;
  const secrets = new Map(keys.map(({ id, secret }) => [id, secret]));
  const currentPrefix = `${PREFIX}${current.id}.`;
  return {
    keyId: current.id,
    keyIds: keys.map(({ id }) => id),
    seal(location, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, current.secret, nonce);
      cipher.setAAD(Buffer.from(location));
      const bytes = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return currentPrefix + Buffer.concat(bytes).toString('base64url');
    },
    open(location, encrypted) {
      if (!isSealed(encrypted)) return encrypted;
      try {
        const secret = secrets.get(encrypted.slice(PREFIX.length, ID_END));
        if (!secret) throw new TypeError('The value was encrypted with another key');
        const bytes = Buffer.from(encrypted.slice(ID_END + 1), 'base64url');
        const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(location));
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        return (
          decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch (cause) {
        throw new SealedError(location, cause);
      }
    },
    isCurrent: (encrypted) => encrypted.startsWith(currentPrefix),
  };
}

/** The hash with which the storage finds a secret id that it must not reveal. The id needs at least 128 random bits. */
export const hashedId = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
