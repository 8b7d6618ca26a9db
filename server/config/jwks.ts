import { createPublicKey, type webcrypto } from 'node:crypto';
import * as v from 'valibot';
import { withDescription } from './values.ts';

const MIN_RSA_BITS = 2048;

/** Members of a private JWK (RFC 7518, 6.2.2, 6.3.2 and 6.4.1). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'];

const jwk = v.looseObject({ kty: withDescription(v.string(), 'RSA, EC or OKP.') });

function isAllowedKey(value: v.InferOutput<typeof jwk>): boolean {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPublicKey({
      key: value as webcrypto.JsonWebKey,
      format: 'jwk',
    });
    if (type === 'rsa') return (details?.modulusLength ?? 0) >= MIN_RSA_BITS;
    return type === 'ed25519' || details?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

const publicKey = v.pipe(
  jwk,
  v.check((value) => PRIVATE_MEMBERS.every((member) => !(member in value)), 'must not contain a private key'),
  v.check(isAllowedKey, `must be a public key: RSA of ${MIN_RSA_BITS} bits or more, P-256 or Ed25519`),
);

/** Public signing keys of a service (RFC 7517), of the kinds that FAPI 2.0 Security Profile, 5.4.1, allows. */
export const jwks = v.strictObject({
  keys: withDescription(
    v.pipe(v.array(publicKey), v.minLength(1, 'must contain at least one key')),
    'The public keys.',
  ),
});
