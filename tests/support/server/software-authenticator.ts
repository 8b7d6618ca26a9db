import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  type X509Certificate,
} from 'node:crypto';

/** Changes to the values that an authenticator signs. */
export type AssertionChanges = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly counter?: number;
  readonly isPresent?: boolean;
  readonly isVerified?: boolean;
  readonly userHandle?: string | null;
  readonly credentialId?: string;
  /** Signs with another key. */
  readonly key?: KeyObject;
};

/** Flags of the authenticator data (WebAuthn, section 6.1). */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const base64url = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** Encodes an ES256 key as a COSE key: a CBOR map of kty, alg, crv, x and y. */
function coseKey(publicKey: KeyObject): Uint8Array<ArrayBuffer> {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const head = Buffer.from('a5010203262001215820', 'hex');
  const between = Buffer.from('225820', 'hex');
  return new Uint8Array(
    Buffer.concat([head, Buffer.from(x, 'base64url'), between, Buffer.from(y, 'base64url')]),
  );
}

/** Encodes a text or bytes of up to 65,535 bytes in CBOR (RFC 8949). */
function cborItem(majorType: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 24) return Buffer.concat([Buffer.from([majorType | length]), content]);
  const head = length < 256 ? [majorType | 24, length] : [majorType | 25, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
}

const text = (value: string): Buffer => cborItem(0x60, Buffer.from(value));
const bytes = (value: Uint8Array): Buffer => cborItem(0x40, Buffer.from(value));

/** The key and the certificate with which an authenticator attests its model. */
export type Attestation = {
  readonly aaguid: string;
  /** The certificate of the key; null for a self attestation. */
  readonly certificate: X509Certificate | null;
  readonly key: KeyObject;
};

/** Encodes a packed attestation statement (WebAuthn Level 3, section 8.2). */
const packedStatement = ({ certificate, key }: Attestation, signed: Buffer): readonly Buffer[] => [
  text('fmt'),
  text('packed'),
  text('attStmt'),
  Buffer.from([certificate ? 0xa3 : 0xa2]),
  text('alg'),
  // The number -7 of ES256.
  Buffer.from([0x26]),
  text('sig'),
  bytes(sign('sha256', signed, key)),
  ...(certificate ? [text('x5c'), Buffer.from([0x81]), bytes(certificate.raw)] : []),
];

export const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

export type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>;

/** Creates an authenticator with one passkey in software. For tests it can also sign wrong data. */
export function softwareAuthenticator({
  rpId: ownRpId = 'localhost',
  origin: ownOrigin = 'http://localhost:8080',
  keys: { publicKey, privateKey } = newKey(),
  credentialId: ownId = base64url(randomBytes(16)),
} = {}) {
  let assertionCount = 0;

  const authenticatorData = (rpId: string, flags: number, counter: number, rest = Buffer.alloc(0)) =>
    Buffer.concat([sha256(rpId), Buffer.from([flags]), uint32(counter), rest]);

  return {
    credentialId: ownId,
    publicKey: coseKey(publicKey),

    /** The JSON of an assertion for a challenge. The counter rises with each assertion. */
    assertion(challenge: string, changes: AssertionChanges = {}) {
      assertionCount += 1;
      const {
        origin = ownOrigin,
        rpId = ownRpId,
        type = 'webauthn.get',
        counter = assertionCount,
        isPresent = true,
        isVerified = true,
        userHandle = null,
        credentialId = ownId,
        key = privateKey,
      } = changes;
      const flags = (isPresent ? PRESENT : 0) | (isVerified ? VERIFIED : 0);
      const data = authenticatorData(rpId, flags, counter);
      const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(clientData)]), key)),
          userHandle,
        },
      };
    },

    /** The JSON of a new credential for a challenge, by default without an attestation. */
    registration(
      challenge: string,
      {
        origin = ownOrigin,
        rpId = ownRpId,
        isPresent = true,
        isVerified = true,
        attestation = null as Attestation | null,
      } = {},
    ) {
      const id = Buffer.from(ownId, 'base64url');
      const attested = Buffer.concat([
        Buffer.from((attestation?.aaguid ?? '').replaceAll('-', '').padEnd(32, '0'), 'hex'),
        Buffer.from([0, id.length]),
        id,
        Buffer.from(coseKey(publicKey)),
      ]);
      const flags = (isPresent ? PRESENT : 0) | (isVerified ? VERIFIED : 0) | HAS_CREDENTIAL;
      const data = authenticatorData(rpId, flags, 0, attested);
      const clientData = JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: false });
      const signed = Buffer.concat([data, sha256(Buffer.from(clientData))]);
      const object = Buffer.concat([
        Buffer.from('a3', 'hex'),
        ...(attestation
          ? packedStatement(attestation, signed)
          : [text('fmt'), text('none'), text('attStmt'), Buffer.from('a0', 'hex')]),
        text('authData'),
        bytes(data),
      ]);
      return {
        id: ownId,
        rawId: ownId,
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(Buffer.from(clientData)),
          attestationObject: base64url(object),
          transports: ['internal' as const],
        },
      };
    },
  };
}

/** The secret of a passkey login: base64url of the JSON assertion (rule 69). */
export const secretOf = (assertion: unknown): string =>
  Buffer.from(JSON.stringify(assertion)).toString('base64url');
