import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** The public half, both numbers in base64url (RFC 7518, 6.3.1). */
export type PublicKeyNumbers = { readonly modulus: string; readonly exponent: string };

/** The RSA key that apps seal their registration with. */
export interface ProvisionKey {
  numbers(): PublicKeyNumbers;
  privateKey(): KeyObject;
}

/** Made when it is first asked for, then kept. */
export function provisionKeyIn(db: DatabaseSync): ProvisionKey {
  const select = db.prepare('SELECT private_key FROM provision_key WHERE id = 1');
  const insert = db.prepare('INSERT OR IGNORE INTO provision_key VALUES (1, ?)');
  const kept = (): string | null => {
    const row = select.get();
    return row ? String(row['private_key']) : null;
  };
  const made = (): string => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    insert.run(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
    return kept() ?? '';
  };
  const privateKey = (): KeyObject => createPrivateKey(kept() ?? made());
  return {
    privateKey,
    numbers() {
      const { n = '', e = '' } = privateKey().export({ format: 'jwk' });
      return { modulus: n, exponent: e };
    },
  };
}
