import { readAssertion } from '#server/login/passkey/assertion.ts';
import { type RelyingPartyConfig, relyingParty } from '#server/login/passkey/relying-party.ts';
import type { PasskeyChallenges } from '#server/storage/repositories/passkey-challenges.ts';
import type { Passkey, Passkeys } from '#server/storage/repositories/passkeys.ts';
import type { GuessCheck } from './count-guesses.ts';
import { type MethodRefusal, methodRefusal, methodSuccess, wrongSecret } from './method.ts';

type Assertion = NonNullable<ReturnType<typeof readAssertion>>;

const MISMATCH_REFUSAL = wrongSecret('005_1', 'passkeyRefused');
/** Removed, or never registered: the browser may forget it (rule 254). */
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
/** A valid signature with an old counter: the passkey may have been cloned. */
const CLONE_REFUSAL = wrongSecret('005_2', 'passkeyCopied');

/**
 * An assertion of a passkey of the person: challenge, origin, host, user verification, signature, and a
 * counter that rises (011 and 005 families; rules 69, 91).
 */
export function passkeyCheck(
  passkeys: Passkeys,
  challenges: PasskeyChallenges,
  config: RelyingPartyConfig,
): GuessCheck {
  const { rpId, origin } = relyingParty(config);

  /** The counter that the authenticator has signed; null when the assertion is not valid. */
  const verifiedCounter = async (sent: Assertion, { publicKey }: Passkey): Promise<number | null> => {
    const { challenge, ...response } = sent;
    const { userHandle, ...signed } = response.response;
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: {
          ...response,
          clientExtensionResults: {},
          response: { ...signed, ...(userHandle && { userHandle }) },
        },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        // `spend` compares the counter in the same statement, so a copied passkey is recognised as such.
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
      const sent = readAssertion(secret);
      if (!sent) return FORMAT_REFUSAL;
      return (await challenges.stateOf(sent.challenge, { ...context, userId })) === 'expired'
        ? EXPIRY_REFUSAL
        : null;
    },
    async verify({ userId }, secret, context) {
      const sent = readAssertion(secret);
      if (!sent) return MISMATCH_REFUSAL;
      if ((await challenges.stateOf(sent.challenge, { ...context, userId })) === 'unknown')
        return MISMATCH_REFUSAL;
      if (!(await challenges.spend(sent.challenge))) return REUSE_REFUSAL;
      const passkey = await passkeys.find(sent.id);
      if (!passkey) return UNKNOWN_REFUSAL;
      const { userHandle } = sent.response;
      const isOwn =
        passkey.userId === userId && (!userHandle || (await passkeys.userOf(userHandle)) === userId);
      const counter = isOwn ? await verifiedCounter(sent, passkey) : null;
      if (counter === null) return MISMATCH_REFUSAL;
      return (await passkeys.spend(sent.id, counter)) ? methodSuccess('fido2Token') : CLONE_REFUSAL;
    },
  };
}
