import { constants, createHash, generateKeyPairSync, sign } from 'node:crypto';

export type Algorithm = 'ES256' | 'EdDSA' | 'PS256' | 'RS256';

/** Functions that generate a key pair, by the algorithm. */
const GENERATORS = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
  PS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

export const base64urlJson = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

/** Creates a key that signs JSON Web Tokens (RFC 7515). */
export function signingKey(alg: Algorithm) {
  const { publicKey, privateKey } = GENERATORS[alg]();
  const signatureOf = (text: string): string =>
    sign(alg === 'EdDSA' ? null : 'sha256', Buffer.from(text), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
      ...(alg === 'PS256' && { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
    }).toString('base64url');
  const { kty, crv, x, y, e, n } = publicKey.export({ format: 'jwk' });
  // The required members of a public key, in alphabetical order.
  const required = kty === 'EC' ? { crv, kty, x, y } : kty === 'RSA' ? { e, kty, n } : { crv, kty, x };
  return {
    alg,
    /** The thumbprint of the public key (RFC 7638). */
    thumbprint: createHash('sha256').update(JSON.stringify(required)).digest('base64url'),
    jwk: publicKey.export({ format: 'jwk' }),
    privateJwk: privateKey.export({ format: 'jwk' }),
    signatureOf,
    /**
     * Signs a JSON Web Token.
     * @param header further fields of the header, or another algorithm
     */
    jwt(header: object, claims: object): string {
      const text = `${base64urlJson({ alg, ...header })}.${base64urlJson(claims)}`;
      return `${text}.${signatureOf(text)}`;
    },
  };
}

export type SigningKey = ReturnType<typeof signingKey>;
