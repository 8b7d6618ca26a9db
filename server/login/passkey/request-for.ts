import type { FactorStores, SessionStores, Settings } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { Subject } from '#server/login/require-proof.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { assertionRequest } from './request-options.ts';

/**
 * The request options of `navigator.credentials.get` for a passkey of the person.
 * @throws Refusal 011 when the person has none.
 */
export async function passkeyRequest(
  { config, devices, passkeyChallenges }: Settings & FactorStores & SessionStores,
  session: Session,
  subject: Subject,
): Promise<ReturnType<typeof assertionRequest>> {
  const passkeys = await devices.passkeys.of(subject.userId);
  if (passkeys.length === 0) throw new Refusal(400, '011');
  return assertionRequest(config, await passkeyChallenges.issue({ session, ...subject }), passkeys);
}
