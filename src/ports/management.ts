import { fromPromise } from 'xstate';
import type { RegisteredFactors } from '#machines/management/management.types.ts';
import type { Factor } from '#machines/shared/factor.ts';
import { type Result, success } from '#machines/shared/result.ts';
import { fetchAccount } from '#src/api/account-settings.ts';
import { fetchAuthenticators } from '#src/api/authenticator.ts';
import type { Client } from '#src/api/client.ts';
import { fetchFactors } from '#src/api/factors.ts';
import { reauthenticate } from '#src/api/reauthenticate.ts';
import { saveDefault } from '#src/api/second-step.ts';
import type { FactorType } from '#wire/factor-types.ts';
import type { FlowType } from '#wire/runtime-config.ts';

type PersonAtService = { userId: string; clientId: string };

/** The calls with which a person manages factors. */
export const managementPorts = (client: Client) => ({
  lookUp: fromPromise<Result<RegisteredFactors>, PersonAtService>(async ({ input, signal }) => {
    const [account, authenticators] = await Promise.all([
      fetchAccount(client, input, signal),
      fetchAuthenticators(client, input, signal),
    ]);
    if (!account.ok) return account;
    return authenticators.ok
      ? success({ ...authenticators.value, hasPassword: account.value.canSetPassword })
      : authenticators;
  }),
  fetchFactorsOfType: fromPromise<
    Result<readonly Factor[]>,
    { userId: string; token: string; factorType: FactorType }
  >(async ({ input: { factorType, ...auth }, signal }) => {
    const answer = await fetchFactors(client, auth, signal);
    return answer.ok ? success(answer.value.filter(({ type }) => type === factorType)) : answer;
  }),
  saveDefault: fromPromise<Result<unknown>, { userId: string; token: string; type: FlowType; code: string }>(
    ({ input, signal }) => saveDefault(client, input, signal),
  ),
  reauthenticate: fromPromise<Result<string>, PersonAtService & { policyId: string; password: string }>(
    ({ input, signal }) => reauthenticate(client, input, signal),
  ),
});
