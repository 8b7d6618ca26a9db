import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The two numbers of an RSA public key, in base64url (RFC 7518, 6.3.1). */
export type PublicKeyNumbers = { readonly modulus: string; readonly exponent: string };

/** The RSA key pair with which apps encrypt their registration. */
export interface ProvisionKey {
  publicNumbers(): Promise<PublicKeyNumbers>;
  privateKey(): Promise<KeyObject>;
}

/** The key pair of a storage. It is created when it is needed first. */
export function provisionKeyIn(db: Storage): ProvisionKey {
  const sealedKey = sealedColumn(db, 'provision_key', 'private_key');
  const select = db.prepare<TableRow<'provision_key'>>('SELECT private_key FROM provision_key WHERE id = 1');
  const insert = db.prepare(
    'INSERT INTO provision_key (id, private_key) VALUES (1, ?) ON CONFLICT DO NOTHING',
  );
  const findStored = async (): Promise<string | null> => {
    const row = await select.get();
    return row ? sealedKey.open(row.private_key) : null;
  };
  const create = async (): Promise<string> => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await insert.run(sealedKey.seal(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()));
    return (await findStored()) ?? '';
  };
  const privateKey = async (): Promise<KeyObject> =>
    createPrivateKey((await findStored()) ?? (await create()));
  return {
    privateKey,
    async publicNumbers() {
      const { n = '', e = '' } = (await privateKey()).export({ format: 'jwk' });
      return { modulus: n, exponent: e };
    },
  };
}
