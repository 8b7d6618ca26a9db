import type { StoredPasskey } from '#phone/store/lock.ts';
import { base64url, utf8 } from './encoding.ts';

/** The numbers of signature algorithms in COSE. */
const ES256 = -7;
const RS256 = -257;
const CHALLENGE_BYTES = 32;
const TIMEOUT_MS = 60_000;

/**
 * Length of the SHA-256 of the RP ID, with which authenticator data start (WebAuthn, section 6.1); the flags follow.
 */
const RP_ID_HASH_BYTES = 32;

/** The flags "user present" and "user verified" of authenticator data. */
const USER_PRESENT_AND_VERIFIED = 0x05;

/** Length of each of the two integers in an ES256 signature, in bytes. */
const INTEGER_BYTES = 32;

/** The passkeys of the authenticator that is built into the phone. */
export type PlatformPasskeys = {
  readonly origin: string;
  readonly host: string;
  readonly create: (options: PublicKeyCredentialCreationOptions) => Promise<Credential | null>;
  readonly get: (options: PublicKeyCredentialRequestOptions) => Promise<Credential | null>;
  /** Whether the phone has an authenticator that verifies the user, for example by a fingerprint. */
  readonly isAvailable: () => Promise<boolean>;
};

const randomBytes = (bytes: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(bytes));

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** Whether the authenticator data say that the user was verified. */
const isUserVerified = (authenticatorData: Uint8Array): boolean =>
  ((authenticatorData[RP_ID_HASH_BYTES] ?? 0) & USER_PRESENT_AND_VERIFIED) === USER_PRESENT_AND_VERIFIED;

const isSupportedAlgorithm = (algorithm: number): boolean => algorithm === ES256 || algorithm === RS256;

/**
 * Creates the passkey with which the app is locked. Returns null if the authenticator has not verified the user, or uses
 * an unknown signature algorithm.
 * @param name the name that the phone shows in its list of passkeys
 * @throws DOMException when the person cancels, or the browser does not allow it
 */
export async function createLockPasskey(
  browser: PlatformPasskeys,
  name: string,
): Promise<StoredPasskey | null> {
  const credential = await browser.create({
    rp: { id: browser.host, name },
    user: { id: randomBytes(CHALLENGE_BYTES), name, displayName: name },
    challenge: randomBytes(CHALLENGE_BYTES),
    pubKeyCredParams: [ES256, RS256].map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: {
      authenticatorAttachment: 'platform',
      // The passkey must not be discoverable, so that browsers do not offer it for a sign-in at the portal.
      residentKey: 'discouraged',
      userVerification: 'required',
    },
    attestation: 'none',
    timeout: TIMEOUT_MS,
  });
  const { rawId, response } = credential as PublicKeyCredential & {
    readonly response: AuthenticatorAttestationResponse;
  };
  const publicKey = response.getPublicKey();
  const algorithm = response.getPublicKeyAlgorithm();
  if (
    publicKey === null ||
    !isSupportedAlgorithm(algorithm) ||
    !isUserVerified(new Uint8Array(response.getAuthenticatorData()))
  )
    return null;
  return { kind: 'passkey', credentialId: rawId, publicKey, algorithm };
}

/**
 * Converts an ES256 signature from DER (RFC 3279, section 2.2.3), the format of WebAuthn, to the 64 bytes that Web Crypto
 * expects.
 */
function rawSignature(der: Uint8Array): Uint8Array<ArrayBuffer> {
  const raw = new Uint8Array(2 * INTEGER_BYTES);
  let offset = 2;
  for (const end of [INTEGER_BYTES, 2 * INTEGER_BYTES]) {
    const length = der[offset + 1] ?? 0;
    const digits = der.slice(offset + 2, offset + 2 + length).subarray(Math.max(0, length - INTEGER_BYTES));
    raw.set(digits, end - digits.length);
    offset += 2 + length;
  }
  return raw;
}

async function isSignatureValid(
  { publicKey, algorithm }: StoredPasskey,
  signature: Uint8Array<ArrayBuffer>,
  signedBytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const isEs256 = algorithm === ES256;
  const key = await crypto.subtle.importKey(
    'spki',
    publicKey,
    isEs256 ? { name: 'ECDSA', namedCurve: 'P-256' } : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  return crypto.subtle.verify(
    isEs256 ? { name: 'ECDSA', hash: 'SHA-256' } : 'RSASSA-PKCS1-v1_5',
    key,
    isEs256 ? rawSignature(signature) : signature,
    signedBytes,
  );
}

/**
 * Requests an assertion from the passkey with which the app is locked, and verifies it (WebAuthn, section 7.2). The phone
 * verifies the user.
 * @throws DOMException when the person cancels, or the browser does not allow it
 */
export async function verifyLockPasskey(browser: PlatformPasskeys, passkey: StoredPasskey): Promise<boolean> {
  const challenge = randomBytes(CHALLENGE_BYTES);
  const assertion = await browser.get({
    rpId: browser.host,
    challenge,
    allowCredentials: [{ type: 'public-key', id: passkey.credentialId, transports: ['internal'] }],
    userVerification: 'required',
    timeout: TIMEOUT_MS,
  });
  const { response } = assertion as PublicKeyCredential & {
    readonly response: AuthenticatorAssertionResponse;
  };
  const [clientDataJson, authenticatorData, signature] = [
    response.clientDataJSON,
    response.authenticatorData,
    response.signature,
  ].map((buffer) => new Uint8Array(buffer)) as [
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>,
  ];
  const clientData = JSON.parse(new TextDecoder().decode(clientDataJson));
  if (
    clientData.type !== 'webauthn.get' ||
    clientData.challenge !== base64url(challenge) ||
    clientData.origin !== browser.origin
  )
    return false;
  const rpIdHash = await sha256(utf8(browser.host));
  const isForThisSite = rpIdHash.every((byte, index) => authenticatorData[index] === byte);
  if (!isForThisSite || !isUserVerified(authenticatorData)) return false;
  const signedBytes = new Uint8Array([...authenticatorData, ...(await sha256(clientDataJson))]);
  return isSignatureValid(passkey, signature, signedBytes);
}
