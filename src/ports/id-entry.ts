import { fromPromise } from 'xstate';
import type { Identification } from '#machines/id-entry/id-entry.setup.ts';
import type { PasskeyAnswer, PasskeyRequest } from '#machines/shared/passkey.ts';
import { failed, type Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { startAssertionWithoutId } from '#src/api/passkey.ts';
import { waitForAttention } from './attention.ts';
import { canSuggestPasskeys } from './passkey-support.ts';
import { checkPolicyPort, fetchPolicy } from './policy.ts';
import type { getAssertion } from './webauthn.ts';

type CredentialRequest = { request: PasskeyRequest };

/** The error code of a user ID that the server does not know. */
const UNKNOWN_USER_CODE = '000';
/** The error code of a passkey that is not registered. */
const UNKNOWN_PASSKEY_CODE = '011';

/** Replaces the refusal of an unknown user handle with the refusal of an unknown passkey, which has sent the handle. */
function asUnknownPasskey(answer: Result<Identification>): Result<Identification> {
  if (answer.ok || answer.failure.kind !== 'rejected' || answer.failure.code !== UNKNOWN_USER_CODE)
    return answer;
  return failed({ ...answer.failure, code: UNKNOWN_PASSKEY_CODE });
}

/**
 * The calls and passkey prompts of the ID entry.
 * @param loadGetAssertion loads the function that prompts for a passkey, which the first render does not need
 */
export const idEntryPorts = (
  client: Client,
  pageWindow: Window & typeof globalThis,
  loadGetAssertion: () => Promise<typeof getAssertion>,
) => ({
  checkPolicy: checkPolicyPort(client),
  startAssertion: fromPromise<Result<PasskeyRequest>, { clientId: string }>(({ input, signal }) =>
    startAssertionWithoutId(client, input, signal),
  ),
  getAssertion: fromPromise<PasskeyAnswer, CredentialRequest>(async ({ input, signal }) =>
    (await loadGetAssertion())(input.request, signal),
  ),
  probeSuggestions: fromPromise<boolean>(() => canSuggestPasskeys(pageWindow)),
  suggestPasskeys: fromPromise<PasskeyAnswer, CredentialRequest>(async ({ input, signal }) =>
    (await loadGetAssertion())(input.request, signal, 'conditional'),
  ),
  awaitAttention: fromPromise<void, { needsInteraction: boolean }>(
    ({ input: { needsInteraction }, signal }) =>
      waitForAttention(pageWindow.document, needsInteraction, signal),
  ),
  recognise: fromPromise<Result<Identification>, { userHandle: string; clientId: string }>(
    async ({ input: { userHandle, clientId }, signal }) =>
      asUnknownPasskey(await fetchPolicy(client, { userId: userHandle, clientId }, signal)),
  ),
});
