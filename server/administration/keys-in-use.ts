import { X509Certificate } from 'node:crypto';
import type { Runtime, Settings } from '#server/login/portal.ts';
import { type RingKey, signerFirst } from '#server/protocols/key-ring.ts';
import { oidcKeyRing } from '#server/protocols/oidc/keys.ts';
import { type SamlKey, samlKeyRing } from '#server/protocols/saml/keys.ts';
import { keyIdsIn } from '#server/storage/at-rest/key-record.ts';

/** A key of the portal, without its secret. */
export type KeyInUse = {
  readonly use: 'oidc' | 'saml' | 'data';
  /** The id of the key; for SAML, the fingerprint of its certificate. */
  readonly keyId: string;
  /** `signs`: signs now (a data key: encrypts now). `waits`: will sign later. `retired`: only verifies or decrypts. */
  readonly state: 'signs' | 'waits' | 'retired';
  /** From when the key signs, in epoch milliseconds; null when this is unknown. */
  readonly signsFrom: number | null;
  /** When the certificate of the key ends, in epoch milliseconds; null without a certificate. */
  readonly until: number | null;
};

/**
 * The key rings of the protocol engines, and the entity ID of the portal for SAML.
 * @param dataDir path of the data folder
 */
export function keyRingsOf({ config, now, storage }: Runtime & Settings, dataDir: string) {
  const entityId = new URL('/saml/metadata', config.publicUrl).href;
  const location = { storage, dataDir };
  return { entityId, oidc: oidcKeyRing(location), saml: samlKeyRing(location, entityId, now) };
}

/** @param describe the id of a key, and when its certificate ends */
function ringKeysInUse<Key extends RingKey>(
  use: 'oidc' | 'saml',
  keys: readonly Key[],
  describe: (key: Key) => Pick<KeyInUse, 'keyId' | 'until'>,
  now: number,
): readonly KeyInUse[] {
  const [signer] = signerFirst(keys, now);
  const stateOf = (key: Key): KeyInUse['state'] => {
    if (key === signer) return 'signs';
    return (key.signsFrom ?? 0) > now ? 'waits' : 'retired';
  };
  return keys.map((key) => ({
    use,
    state: stateOf(key),
    signsFrom: key.signsFrom ?? null,
    ...describe(key),
  }));
}

/**
 * The signing keys and the data keys.
 * @param dataDir path of the data folder
 */
export async function keysInUse(portal: Runtime & Settings, dataDir: string): Promise<readonly KeyInUse[]> {
  const { config, now, storage } = portal;
  const { oidc, saml } = keyRingsOf(portal, dataDir);
  const samlKeys: readonly SamlKey[] = config.samlKey ? [config.samlKey] : await saml.all();
  const dataKeys = (await keyIdsIn(storage)).map(
    (keyId): KeyInUse => ({
      use: 'data',
      keyId,
      state: keyId === storage.sealer.keyId ? 'signs' : 'retired',
      signsFrom: null,
      until: null,
    }),
  );
  const certificateFields = ({ certificate }: SamlKey) => {
    const { fingerprint256, validTo } = new X509Certificate(certificate);
    return { keyId: fingerprint256, until: Date.parse(validTo) };
  };
  return [
    ...ringKeysInUse('oidc', await oidc.all(), ({ kid }) => ({ keyId: kid, until: null }), now()),
    ...ringKeysInUse('saml', samlKeys, certificateFields, now()),
    ...dataKeys,
  ];
}
