import { CHALLENGE_LIFETIME } from '#server/storage/repositories/passkey-challenges.ts';
import type { Passkey } from '#server/storage/repositories/passkeys.ts';
import { type RelyingPartyConfig, relyingParty } from './relying-party.ts';

/**
 * The answer of the calls that start an assertion (spec section 7, decision 90). Without passkeys the
 * browser offers those that it has for the portal.
 */
export const assertionRequest = (
  config: RelyingPartyConfig,
  challenge: string,
  passkeys: readonly Passkey[] = [],
) => ({
  assertionRequest: {
    publicKeyCredentialRequestOptions: {
      challenge,
      rpId: relyingParty(config).rpId,
      timeout: CHALLENGE_LIFETIME,
      userVerification: 'required',
      allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({
        type: 'public-key',
        id,
        transports,
      })),
    },
  },
});
