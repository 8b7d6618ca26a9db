import { fromPromise } from 'xstate';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';
import type { LoginResult } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { provePassword } from '#src/api/login.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { type FinishStep, finishFirstStep } from './login.ts';

export const passwordPorts = (
  client: Client,
  portal: () => PortalContext,
  finish: FinishStep = finishFirstStep,
) => ({
  provePassword: fromPromise<Result<unknown>, { userId: string; password: string }>(
    ({ input: { userId, password }, signal }) => {
      const { session, config, policy } = portal();
      return provePassword(
        client,
        {
          userId,
          userPassword: password,
          clientId: clientIdOf(session, config),
          selfAuthFlag: 'N',
          policyId: policy?.policyId ?? '',
        },
        signal,
      );
    },
  ),
  logIn: fromPromise<Result<LoginResult>, { userId: string; password: string; always: boolean }>(
    ({ input: { userId, password, always }, signal }) =>
      finish(client, portal(), { userId, tokenCode: TOKEN_CODES.password, secret: password, always }, signal),
  ),
});
