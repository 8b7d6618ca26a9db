import { fromPromise } from 'xstate';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import type { LoginResult } from '#machines/shared/domain.ts';
import type { PasskeyAnswer, PasskeyRequest } from '#machines/shared/passkey.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { startAssertion } from '#src/api/passkey.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { type FinishStep, finishFirstStep } from './login.ts';
import { askPasskey } from './webauthn.ts';

type Login = { userId: string; assertion: string; always: boolean; alwaysSend: boolean };

export const passkeyPorts = (
  client: Client,
  portal: () => PortalContext,
  finish: FinishStep = finishFirstStep,
) => ({
  startAssertion: fromPromise<Result<PasskeyRequest>, { userId: string; clientId: string }>(
    ({ input, signal }) => startAssertion(client, input, signal),
  ),
  askPasskey: fromPromise<PasskeyAnswer, { request: PasskeyRequest }>(({ input, signal }) =>
    askPasskey(input.request, signal),
  ),
  logIn: fromPromise<Result<LoginResult>, Login>(
    ({ input: { userId, assertion, always, alwaysSend }, signal }) =>
      finish(
        client,
        portal(),
        { userId, tokenCode: TOKEN_CODES.passkey, secret: assertion, always, alwaysSend },
        signal,
      ),
  ),
});
