import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { DEFAULT_NAME } from '#server/config/branding.ts';
import type { Portal } from '#server/login/portal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { NewPasskey } from '#server/storage/repositories/passkeys.ts';
import { relyingParty } from './relying-party.ts';

/** Options of the browser's `navigator.credentials.create`, as JSON. */
export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;

/** How long a registration may take, in milliseconds. */
export const REGISTRATION_LIFETIME = 300_000;

/** ES256, EdDSA and RS256, by their COSE numbers. */
const ALGORITHMS = [-7, -8, -257];

type Parts = Pick<Portal, 'config' | 'devices'>;

/** Options for creating a passkey; authenticators that are already registered are excluded. */
export const creationOptions = async (
  { config, devices: { passkeys } }: Parts,
  { userId, name }: Account,
): Promise<CreationOptions> => {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const { rpId } = relyingParty(config);
  return generateRegistrationOptions({
    rpName: (config.branding.name ?? DEFAULT_NAME).en,
    rpID: rpId,
    userName: userId,
    userDisplayName: name.ko,
    userID: new Uint8Array(Buffer.from(await passkeys.handleOf(userId), 'base64url')),
    timeout: REGISTRATION_LIFETIME,
    attestationType: 'none',
    excludeCredentials: (await passkeys.of(userId)).map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
};

/** A passkey that a browser has made, without its owner and name. */
export type Created = Pick<NewPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/**
 * The passkey of a good answer to `challenge`; null for any other.
 * @param origin of the page that made it
 * @param isOffered the browser may have made it without asking the person, who has proved themselves before
 */
export async function verifiedPasskey(
  { config }: Pick<Portal, 'config'>,
  response: RegistrationResponseJSON,
  challenge: string,
  origin: string,
  isOffered = false,
): Promise<Created | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingParty(config).rpId,
      requireUserPresence: !isOffered,
      requireUserVerification: !isOffered,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { credentialId: id, publicKey, counter, transports };
  } catch {
    return null;
  }
}
