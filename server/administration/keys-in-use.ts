import { X509Certificate } from 'node:crypto';
import type { Runtime, Settings } from '#server/login/portal.ts';
import { type RingKey, signerFirst } from '#server/protocols/key-ring.ts';
import { oidcKeyRing } from '#server/protocols/oidc/keys.ts';
import { type SamlKey, samlKeyRing } from '#server/protocols/saml/keys.ts';
import { keyIdsIn } from '#server/storage/at-rest/key-record.ts';

/** A key of the portal, without its secret. */
export type KeyInUse = {
  readonly use: 'oidc' | 'saml' | 'data';
  /** Key ID, or the fingerprint of a certificate. */
  readonly keyId: string;
  readonly state: 'signs' | 'waits' | 'retired';
  /** From when it signs, in epoch milliseconds; null when unknown. */
  readonly signsFrom: number | null;
  /** End of its certificate, in epoch milliseconds; null when it has none. */
  readonly until: number | null;
};

/** The rings of signing keys. @param dataDir folder of the data */
export function keyRingsOf({ config, now, storage }: Runtime & Settings, dataDir: string) {
  const entityId = new URL('/saml/metadata', config.publicUrl).href;
  const location = { storage, dataDir };
  return { entityId, oidc: oidcKeyRing(location), saml: samlKeyRing(location, entityId, now) };
}

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

/** The signing keys and the data keys. @param dataDir folder of the data */
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
