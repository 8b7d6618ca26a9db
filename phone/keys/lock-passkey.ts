import type { StoredPasskey } from '#phone/store/lock.ts';
import { base64url, utf8 } from './encoding.ts';

const ES256 = -7;
const RS256 = -257;
const CHALLENGE_BYTES = 32;
const TIMEOUT_MS = 60_000;

/** Authenticator data (WebAuthn, section 6.1): SHA-256 of the host, then the flags. */
const HOST_HASH_BYTES = 32;
const PRESENT_AND_VERIFIED = 0x05;

/** Bytes of each half of an ES256 signature. */
const HALF = 32;

/** What the browser has for passkeys of the phone itself. */
export type LockBrowser = {
  readonly origin: string;
  readonly host: string;
  readonly create: (options: PublicKeyCredentialCreationOptions) => Promise<Credential | null>;
  readonly get: (options: PublicKeyCredentialRequestOptions) => Promise<Credential | null>;
  /** Whether the phone can recognize its person. */
  readonly isAble: () => Promise<boolean>;
};

const random = (bytes: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(bytes));

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

const isVerified = (data: Uint8Array): boolean =>
  ((data[HOST_HASH_BYTES] ?? 0) & PRESENT_AND_VERIFIED) === PRESENT_AND_VERIFIED;

const isAlgorithm = (algorithm: number): boolean => algorithm === ES256 || algorithm === RS256;

/**
 * Makes a passkey of the phone as the lock; null when there is none that verifies its person.
 * @param name under which the phone lists it
 * @throws DOMException when person or phone refuses
 */
export async function makeLockPasskey(browser: LockBrowser, name: string): Promise<StoredPasskey | null> {
  const made = await browser.create({
    rp: { id: browser.host, name },
    user: { id: random(CHALLENGE_BYTES), name, displayName: name },
    challenge: random(CHALLENGE_BYTES),
    pubKeyCredParams: [ES256, RS256].map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: {
      authenticatorAttachment: 'platform',
      // The portal must not offer it as a way to sign in.
      residentKey: 'discouraged',
      userVerification: 'required',
    },
    attestation: 'none',
    timeout: TIMEOUT_MS,
  });
  const { rawId, response } = made as PublicKeyCredential & {
    readonly response: AuthenticatorAttestationResponse;
  };
  const publicKey = response.getPublicKey();
  const algorithm = response.getPublicKeyAlgorithm();
  if (
    publicKey === null ||
    !isAlgorithm(algorithm) ||
    !isVerified(new Uint8Array(response.getAuthenticatorData()))
  )
    return null;
  return { kind: 'passkey', credentialId: rawId, publicKey, algorithm };
}

/** An ES256 signature as WebCrypto takes it: the two integers of its DER (RFC 3279, section 2.2.3), 32 bytes each. */
function rawSignature(der: Uint8Array): Uint8Array<ArrayBuffer> {
  const raw = new Uint8Array(2 * HALF);
  let place = 2;
  for (const end of [HALF, 2 * HALF]) {
    const length = der[place + 1] ?? 0;
    const digits = der.slice(place + 2, place + 2 + length).subarray(Math.max(0, length - HALF));
    raw.set(digits, end - digits.length);
    place += 2 + length;
  }
  return raw;
}

async function isSigned(
  { publicKey, algorithm }: StoredPasskey,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const isCurve = algorithm === ES256;
  const key = await crypto.subtle.importKey(
    'spki',
    publicKey,
    isCurve ? { name: 'ECDSA', namedCurve: 'P-256' } : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  return crypto.subtle.verify(
    isCurve ? { name: 'ECDSA', hash: 'SHA-256' } : 'RSASSA-PKCS1-v1_5',
    key,
    isCurve ? rawSignature(signature) : signature,
    signed,
  );
}

/**
 * Whether the phone has recognized its person: an assertion of the passkey of the lock with user verification, for a
 * challenge of this moment, at this origin (WebAuthn, section 7.2).
 * @throws DOMException when person or phone refuses
 */
export async function isConfirmedBy(browser: LockBrowser, passkey: StoredPasskey): Promise<boolean> {
  const challenge = random(CHALLENGE_BYTES);
  const given = await browser.get({
    rpId: browser.host,
    challenge,
    allowCredentials: [{ type: 'public-key', id: passkey.credentialId, transports: ['internal'] }],
    userVerification: 'required',
    timeout: TIMEOUT_MS,
  });
  const { response } = given as PublicKeyCredential & { readonly response: AuthenticatorAssertionResponse };
  const [clientData, data, signature] = [
    response.clientDataJSON,
    response.authenticatorData,
    response.signature,
  ].map((buffer) => new Uint8Array(buffer)) as [
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>,
  ];
  const said = JSON.parse(new TextDecoder().decode(clientData));
  if (
    said.type !== 'webauthn.get' ||
    said.challenge !== base64url(challenge) ||
    said.origin !== browser.origin
  )
    return false;
  const host = await sha256(utf8(browser.host));
  if (!host.every((byte, index) => data[index] === byte) || !isVerified(data)) return false;
  const signed = new Uint8Array([...data, ...(await sha256(clientData))]);
  return isSigned(passkey, signature, signed);
}
