import { readAssertion } from '#server/login/passkey/assertion.ts';
import { type RelyingPartyConfig, relyingParty } from '#server/login/passkey/relying-party.ts';
import type { PasskeyChallenges } from '#server/storage/repositories/passkey-challenges.ts';
import type { Passkey, Passkeys } from '#server/storage/repositories/passkeys.ts';
import type { GuessCheck } from './count-guesses.ts';
import { type MethodRefusal, methodRefusal, methodSuccess, wrongSecret } from './method.ts';

type Assertion = NonNullable<ReturnType<typeof readAssertion>>;

const MISMATCH_REFUSAL = wrongSecret('005_1', 'passkeyRefused');
/** The passkey was removed or never registered; the browser may delete it (rule 254). */
const UNKNOWN_REFUSAL = wrongSecret('005_1', 'passkeyUnknown');
const REUSE_REFUSAL = wrongSecret('005_2', 'passkeyUsed');
const FORMAT_REFUSAL: MethodRefusal = {
  passed: false,
  errCode: '005_4',
  reason: 'passkeyRefused',
  isGuess: false,
};
const EXPIRY_REFUSAL: MethodRefusal = {
  passed: false,
  errCode: '005_3',
  reason: 'passkeyExpired',
  isGuess: false,
};
/** The signature is valid, but its counter is old: the passkey may have been copied. */
const COPY_REFUSAL = wrongSecret('005_2', 'passkeyCopied');

/**
 * Verifies an assertion with a passkey of the person: challenge, origin, host, user verification, signature, and that
 * the counter has increased (011 and 005 families; rules 69 and 91).
 */
export function passkeyCheck(
  passkeys: Passkeys,
  challenges: PasskeyChallenges,
  config: RelyingPartyConfig,
): GuessCheck {
  const { rpId, origin } = relyingParty(config);

  /** The counter that the authenticator has signed; null when the assertion is not valid. */
  const verifiedCounter = async (assertion: Assertion, { publicKey }: Passkey): Promise<number | null> => {
    const { challenge, ...response } = assertion;
    const { userHandle, ...signedMembers } = response.response;
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: {
          ...response,
          clientExtensionResults: {},
          response: { ...signedMembers, ...(userHandle && { userHandle }) },
        },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        // Accepts any counter. `raiseCounter` compares the counters, because a copied passkey has a separate refusal.
        credential: { id: response.id, publicKey, counter: 0 },
        requireUserVerification: true,
      });
      return verified ? authenticationInfo.newCounter : null;
    } catch {
      return null;
    }
  };

  return {
    async precheck({ userId }, secret, context) {
      if ((await passkeys.of(userId)).length === 0) return methodRefusal('011');
      const assertion = readAssertion(secret);
      if (!assertion) return FORMAT_REFUSAL;
      return (await challenges.stateOf(assertion.challenge, { ...context, userId })) === 'expired'
        ? EXPIRY_REFUSAL
        : null;
    },
    async verify({ userId }, secret, context) {
      const assertion = readAssertion(secret);
      if (!assertion) return MISMATCH_REFUSAL;
      if ((await challenges.stateOf(assertion.challenge, { ...context, userId })) === 'unknown')
        return MISMATCH_REFUSAL;
      if (!(await challenges.consume(assertion.challenge))) return REUSE_REFUSAL;
      const passkey = await passkeys.find(assertion.id);
      if (!passkey) return UNKNOWN_REFUSAL;
      const { userHandle } = assertion.response;
      const belongsToPerson =
        passkey.userId === userId && (!userHandle || (await passkeys.findUserId(userHandle)) === userId);
      const counter = belongsToPerson ? await verifiedCounter(assertion, passkey) : null;
      if (counter === null) return MISMATCH_REFUSAL;
      return (await passkeys.raiseCounter(assertion.id, counter))
        ? methodSuccess('fido2Token')
        : COPY_REFUSAL;
    },
  };
}
