import type { FactorStores, SessionStores, Settings } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { Subject } from '#server/login/require-proof.ts';
import { CHALLENGE_LIFETIME_MS } from '#server/storage/repositories/passkey-challenges.ts';
import type { Passkey } from '#server/storage/repositories/passkeys.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { type RelyingPartyConfig, relyingParty } from './relying-party.ts';

/**
 * The answer of the calls that start an assertion (spec section 7, rule 90). Without a list of passkeys the browser
 * offers all passkeys that it stores for the portal.
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
      timeout: CHALLENGE_LIFETIME_MS,
      userVerification: 'required',
      allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({
        type: 'public-key',
        id,
        transports,
      })),
    },
  },
});

/**
 * The answer of the calls that start an assertion with a passkey of the person.
 * @throws Refusal 011 when the person has no passkey
 */
export async function assertionRequestForPerson(
  { config, devices, passkeyChallenges }: Settings & FactorStores & SessionStores,
  session: Session,
  subject: Subject,
): Promise<ReturnType<typeof assertionRequest>> {
  const passkeys = await devices.passkeys.of(subject.userId);
  if (passkeys.length === 0) throw new Refusal(400, '011');
  return assertionRequest(config, await passkeyChallenges.issue({ session, ...subject }), passkeys);
}
