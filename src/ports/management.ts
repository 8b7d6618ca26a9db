import { fromPromise } from 'xstate';
import type { Standing } from '#machines/management/management.types.ts';
import { type Result, success } from '#machines/shared/result.ts';
import { fetchAuthenticators } from '#src/api/authenticator.ts';
import type { Client } from '#src/api/client.ts';
import { logInAgain } from '#src/api/identity-check.ts';
import { fetchAccount } from '#src/api/summary-of-person.ts';

type Subject = { userId: string; clientId: string };

export const managementPorts = (client: Client) => ({
  lookUp: fromPromise<Result<Standing>, Subject>(async ({ input, signal }) => {
    const [account, found] = await Promise.all([
      fetchAccount(client, input, signal),
      fetchAuthenticators(client, input, signal),
    ]);
    if (!account.ok) return account;
    return found.ok ? success({ ...found.value, hasPassword: account.value.canSetPassword }) : found;
  }),
  logInAgain: fromPromise<Result<string>, Subject & { policyId: string; password: string }>(
    ({ input, signal }) => logInAgain(client, input, signal),
  ),
});
