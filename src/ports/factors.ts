import { fromPromise } from 'xstate';
import type { Overview } from '#machines/shared/factor.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { endOwnSession, fetchOverview, removeFactor, renameFactor } from '#src/api/factors.ts';
import type { RegistrationAuth } from '#src/api/registration.ts';

/** The calls of the overview of a person's factors and sessions. */
export const factorsPorts = (client: Client) => ({
  fetchOverview: fromPromise<Result<Overview>, RegistrationAuth>(({ input, signal }) =>
    fetchOverview(client, input, signal),
  ),
  rename: fromPromise<Result<unknown>, RegistrationAuth & { factorId: string; name: string }>(
    ({ input, signal }) => renameFactor(client, input, signal),
  ),
  remove: fromPromise<Result<unknown>, RegistrationAuth & { factorId: string }>(({ input, signal }) =>
    removeFactor(client, input, signal),
  ),
  endSession: fromPromise<Result<unknown>, RegistrationAuth & { sessionId: string }>(({ input, signal }) =>
    endOwnSession(client, input, signal),
  ),
});
