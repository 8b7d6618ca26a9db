import { fromPromise } from 'xstate';
import type { LoginResult } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { endSignIns, fetchSignIns } from '#src/api/end-sign-ins.ts';
import type { OpenSignIns } from '#wire/open-sign-ins.ts';

/** The calls that list and end the person's sign-ins in other browsers. */
export const endSignInsPorts = (client: Client) => ({
  fetchSignIns: fromPromise<Result<OpenSignIns>, { token: string }>(({ input, signal }) =>
    fetchSignIns(client, input, signal),
  ),
  endSignIns: fromPromise<Result<LoginResult>, { token: string; sessionIds: readonly string[] }>(
    ({ input, signal }) => endSignIns(client, input, signal),
  ),
});
