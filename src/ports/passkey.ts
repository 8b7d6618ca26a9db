import { fromPromise } from 'xstate';
import type { LoginAnswer, LoginCall } from '#machines/shared/login.ts';
import type { PasskeyAnswer, PasskeyRequest } from '#machines/shared/passkey.ts';
import type { Result } from '#machines/shared/result.ts';
import { startAssertion } from '#src/api/passkey.ts';
import { type LoginCaller, type LoginEffects, logIn, proveFirst } from './login.ts';
import { signalUnknownPasskey } from './signal-passkeys.ts';
import { getAssertion } from './webauthn.ts';

/** The credential ID in an encoded assertion. Empty if it cannot be decoded. */
function credentialIdIn(secret: string): string {
  try {
    const { id } = JSON.parse(atob(secret.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
}

/** Whether the server has refused a login because it does not know the passkey (rule 254). */
const isUnknownPasskey = (answer: LoginAnswer): boolean =>
  !answer.ok && answer.failure.kind === 'rejected' && answer.failure.details['reason'] === 'passkeyUnknown';

/** The calls of a login by passkey, and the passkey prompt of the browser. */
export const passkeyPorts = (effects: LoginEffects & { readonly pageWindow: Window }) => {
  const { client, pageWindow } = effects;
  /** The relying party ID of the last prompt. Null before a prompt, or if the passkey was used at the ID entry. */
  let rpId: string | null = null;

  /** Makes a login call. If the server does not know the passkey, informs the browser. */
  const withUnknownSignal =
    (call: LoginCaller) =>
    async ({ input, signal }: { readonly input: LoginCall; readonly signal: AbortSignal }) => {
      const answer = await call(effects, input, signal);
      if (isUnknownPasskey(answer))
        void signalUnknownPasskey(
          pageWindow,
          rpId ?? pageWindow.location.hostname,
          credentialIdIn(input.secret),
        );
      return answer;
    };

  return {
    logIn: fromPromise<LoginAnswer, LoginCall>(withUnknownSignal(logIn)),
    proveFirst: fromPromise<LoginAnswer, LoginCall>(withUnknownSignal(proveFirst)),
    startAssertion: fromPromise<Result<PasskeyRequest>, { userId: string; clientId: string }>(
      ({ input, signal }) => startAssertion(client, input, signal),
    ),
    getAssertion: fromPromise<PasskeyAnswer, { request: PasskeyRequest }>(({ input, signal }) => {
      rpId = input.request.rpId ?? rpId;
      return getAssertion(input.request, signal);
    }),
  };
};
