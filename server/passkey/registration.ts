import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Account } from '#server/db/accounts.ts';
import type { Portal } from '#server/portal.ts';
import { relyingParty } from './relying-party.ts';

/** What the browser's `navigator.credentials.create` takes, as JSON. */
export type CreationOptions = Awaited<ReturnType<typeof generateRegistrationOptions>>;

/** How long a registration may take, in milliseconds. */
const LIFETIME = 300_000;

/** ES256, EdDSA and RS256, by their COSE numbers. */
const ALGORITHMS = [-7, -8, -257];

export type NewCredential = {
  readonly name: string;
  readonly credential: RegistrationResponseJSON;
  /** Origin of the page that made it. */
  readonly origin: string;
};

type Parts = Pick<Portal, 'config' | 'devices' | 'now'>;

/** Registers passkeys: for each person at most one registration is under way, and its challenge is good once. */
export function passkeyRegistrations({ config, devices: { passkeys }, now }: Parts) {
  const pending = new Map<string, { readonly challenge: string; readonly until: number }>();
  const { rpId } = relyingParty(config);

  const verified = async ({ credential, origin }: NewCredential, challenge: string) => {
    try {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: credential,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      return registrationInfo?.credential ?? null;
    } catch {
      return null;
    }
  };

  return {
    async begin({ userId, name }: Account): Promise<CreationOptions> {
      const options = await generateRegistrationOptions({
        rpName: config.branding.name?.en ?? rpId,
        rpID: rpId,
        userName: userId,
        userDisplayName: name.ko,
        userID: new Uint8Array(Buffer.from(passkeys.handleOf(userId), 'base64url')),
        timeout: LIFETIME,
        attestationType: 'none',
        excludeCredentials: passkeys.of(userId).map(({ credentialId, transports }) => ({
          id: credentialId,
          transports: [...transports],
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      });
      pending.set(userId, { challenge: options.challenge, until: now() + LIFETIME });
      return options;
    },

    /** @returns false when the credential does not answer the registration that was begun, or is known. */
    async finish(userId: string, created: NewCredential): Promise<boolean> {
      const begun = pending.get(userId);
      pending.delete(userId);
      const credential = begun && begun.until > now() ? await verified(created, begun.challenge) : null;
      if (!credential) return false;
      return passkeys.add({
        credentialId: credential.id,
        userId,
        name: created.name,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: credential.transports ?? [],
        registeredAt: now(),
      });
    },
  };
}
