import { fromPromise } from 'xstate';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import type { LoginResult } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import type { TokenCode } from '#wire/token-codes.ts';
import { type FinishStep, finishFirstStep } from './login.ts';

export const deviceCodePorts = (
  client: Client,
  portal: () => PortalContext,
  finish: FinishStep = finishFirstStep,
) => ({
  logIn: fromPromise<Result<LoginResult>, { userId: string; tokenCode: TokenCode; code: string }>(
    ({ input: { userId, tokenCode, code }, signal }) =>
      finish(client, portal(), { userId, tokenCode, secret: code }, signal),
  ),
});
