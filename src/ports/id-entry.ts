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

const UNKNOWN_USER = '000';
const NO_PASSKEY = '011';

/** An unknown user handle comes from a passkey that is not registered here. */
function asUnknownPasskey(answer: Result<Identification>): Result<Identification> {
  if (answer.ok || answer.failure.kind !== 'rejected' || answer.failure.code !== UNKNOWN_USER) return answer;
  return failed({ ...answer.failure, code: NO_PASSKEY });
}

/** @param loadPrompt loads the passkey prompt, which the first render does not need */
export const idEntryPorts = (
  client: Client,
  pageWindow: Window & typeof globalThis,
  loadPrompt: () => Promise<typeof getAssertion>,
) => ({
  checkPolicy: checkPolicyPort(client),
  startAssertion: fromPromise<Result<PasskeyRequest>, { clientId: string }>(({ input, signal }) =>
    startAssertionWithoutId(client, input, signal),
  ),
  getAssertion: fromPromise<PasskeyAnswer, CredentialRequest>(async ({ input, signal }) =>
    (await loadPrompt())(input.request, signal),
  ),
  probeSuggestions: fromPromise<boolean>(() => canSuggestPasskeys(pageWindow)),
  suggestPasskeys: fromPromise<PasskeyAnswer, CredentialRequest>(async ({ input, signal }) =>
    (await loadPrompt())(input.request, signal, 'conditional'),
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
