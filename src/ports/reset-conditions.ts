import { fromPromise } from 'xstate';
import type { ResetConditions } from '#machines/forgot-password/forgot-password.setup.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { LinkConditions } from '#machines/url-password/url-password.setup.ts';
import { fetchAccount, fetchPasswordSecurity } from '#src/api/account-settings.ts';
import type { Client } from '#src/api/client.ts';

type PersonAtService = { readonly userId: string; readonly clientId: string };

/**
 * Fetches the values that decide whether and how a person may reset the password: the password settings and the
 * account.
 */
export async function fetchResetConditions(
  client: Client,
  person: PersonAtService,
  signal: AbortSignal,
): Promise<Result<ResetConditions>> {
  const [setting, account] = await Promise.all([
    fetchPasswordSecurity(client, person.clientId, signal),
    fetchAccount(client, person, signal),
  ]);
  if (!setting.ok) return setting;
  return account.ok ? success({ setting: setting.value, account: account.value }) : account;
}

/** {@link fetchResetConditions} as a port. */
export const fetchResetConditionsPort = (client: Client) =>
  fromPromise<Result<ResetConditions>, PersonAtService>(({ input, signal }) =>
    fetchResetConditions(client, input, signal),
  );

/**
 * Fetches the password settings and the account of the person of a password link. The account is null if its call
 * fails.
 */
export const fetchLinkConditionsPort = (client: Client) =>
  fromPromise<Result<LinkConditions>, PersonAtService>(async ({ input, signal }) => {
    const [setting, account] = await Promise.all([
      fetchPasswordSecurity(client, input.clientId, signal),
      fetchAccount(client, input, signal),
    ]);
    if (!setting.ok) return setting;
    return success({ setting: setting.value, account: account.ok ? account.value : null });
  });
