import { X509Certificate } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { DEFAULT_NAME } from '#server/config/branding.ts';
import { hasTrustedPath } from '#server/config/certificate-path.ts';
import type { Portal } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { NewPasskey } from '#server/storage/repositories/passkeys.ts';
import { relyingParty } from './relying-party.ts';

/** Options of the browser's `navigator.credentials.create`, as JSON. */
export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;

/** How long a registration may take, in milliseconds. */
export const REGISTRATION_LIFETIME_MS = 300_000;

/** The COSE algorithm identifiers of ES256, EdDSA and RS256. */
const ALGORITHM_IDS = [-7, -8, -257];

type RegistrationDeps = Pick<Portal, 'config' | 'devices'>;

type VerifiedRegistration = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

const attestationType = ({ passkeyModels }: Portal['config']) =>
  passkeyModels === null ? 'none' : passkeyModels.enterprise ? 'enterprise' : 'direct';

/** Options for creating a passkey; authenticators that are already registered are excluded. */
export const creationOptions = async (
  { config, devices: { passkeys } }: RegistrationDeps,
  { userId, name }: Account,
): Promise<CreationOptions> => {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const { rpId } = relyingParty(config);
  return generateRegistrationOptions({
    rpName: (config.branding.name ?? DEFAULT_NAME).en,
    rpID: rpId,
    userName: userId,
    userDisplayName: name.ko,
    userID: new Uint8Array(Buffer.from(await passkeys.getOrCreateHandle(userId), 'base64url')),
    timeout: REGISTRATION_LIFETIME_MS,
    attestationType: attestationType(config),
    excludeCredentials: (await passkeys.of(userId)).map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHM_IDS,
  });
};

/** A passkey that a browser has created, without the person and the name. */
export type CreatedPasskey = Pick<NewPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/**
 * Whether the attestation of a new passkey shows an allowed model (rule 264). The signature of the attestation has to
 * be verified before.
 * @param at epoch milliseconds
 */
async function isAllowedModel(
  { passkeyModels }: Portal['config'],
  { aaguid, attestationObject }: VerifiedRegistration,
  at: number,
): Promise<boolean> {
  if (passkeyModels === null) return true;
  const roots = passkeyModels.roots.get(aaguid);
  if (!roots) return false;
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const chain = decodeAttestationObject(attestationObject).get('attStmt').get('x5c') ?? [];
  return hasTrustedPath(
    chain.map((certificate) => new X509Certificate(certificate)),
    roots,
    at,
  );
}

/** The answer of a browser that has created a passkey, and the values with which it is compared. */
type RegistrationAnswer = {
  readonly response: RegistrationResponseJSON;
  /** The expected challenge; null when the challenge was never issued or has expired. */
  readonly challenge: string | null;
  /** Origin of the page that created the passkey. */
  readonly origin: string;
  /**
   * Whether the passkey was offered right after a sign-in: then the browser may have created it without a prompt
   * (conditional create).
   */
  readonly isOffered?: boolean;
};

/** The verified content of a browser's answer; null when the answer is not valid. */
async function verifyAnswer(
  { config }: Pick<Portal, 'config'>,
  { response, challenge, origin, isOffered = false }: RegistrationAnswer,
) {
  if (challenge === null) return null;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingParty(config).rpId,
      requireUserPresence: !isOffered,
      requireUserVerification: !isOffered,
      supportedAlgorithmIDs: ALGORITHM_IDS,
    });
    return registrationInfo ?? null;
  } catch {
    return null;
  }
}

/**
 * Verifies the answer of a browser that has created a passkey.
 * @throws Refusal 400 when the answer is not valid, or the model of the passkey may not be registered
 */
export async function verifyCreatedPasskey(
  portal: Pick<Portal, 'config' | 'now'>,
  answer: RegistrationAnswer,
): Promise<CreatedPasskey> {
  const verified = await verifyAnswer(portal, answer);
  if (!verified) throw new Refusal(400, 'passkeyNotMade');
  if (!(await isAllowedModel(portal.config, verified, portal.now()))) throw new Refusal(400, 'passkeyModel');
  const { id, publicKey, counter, transports = [] } = verified.credential;
  return { credentialId: id, publicKey, counter, transports };
}
