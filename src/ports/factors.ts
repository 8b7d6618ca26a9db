import { fromPromise } from 'xstate';
import type { Overview } from '#machines/shared/factor.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { endSession, fetchOverview, forgetBrowser, removeFactor, renameFactor } from '#src/api/factors.ts';
import type { RegistrationAuth } from '#src/api/registration.ts';
import { signalPasskeys } from './signal-passkeys.ts';

/** The calls of the overview of factors and sessions. */
export const factorsPorts = (client: Client, pageWindow: Window) => ({
  /** Fetches the overview, and informs the browser which passkeys are still registered. */
  fetchOverview: fromPromise<Result<Overview>, RegistrationAuth>(async ({ input, signal }) => {
    const answer = await fetchOverview(client, input, signal);
    if (!answer.ok) return answer;
    const { overview, passkeys } = answer.value;
    if (passkeys) void signalPasskeys(pageWindow, passkeys);
    return success(overview);
  }),
  rename: fromPromise<Result<unknown>, RegistrationAuth & { factorId: string; name: string }>(
    ({ input, signal }) => renameFactor(client, input, signal),
  ),
  remove: fromPromise<Result<unknown>, RegistrationAuth & { factorId: string }>(({ input, signal }) =>
    removeFactor(client, input, signal),
  ),
  endSession: fromPromise<Result<unknown>, RegistrationAuth & { sessionId: string }>(({ input, signal }) =>
    endSession(client, input, signal),
  ),
  forgetBrowser: fromPromise<Result<unknown>, RegistrationAuth & { rememberedId: string }>(
    ({ input, signal }) => forgetBrowser(client, input, signal),
  ),
});
