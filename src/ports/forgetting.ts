import { fromPromise } from 'xstate';
import type { Forgetting } from '#machines/forgot-password/forgot-password.setup.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { fetchAccount, fetchPasswordSecurity } from '#src/api/summary-of-person.ts';

type Person = { readonly userId: string; readonly clientId: string };

/** What the server says about resetting the password of a person: the setting and the account. */
export async function fetchForgetting(
  client: Client,
  person: Person,
  signal: AbortSignal,
): Promise<Result<Forgetting>> {
  const [setting, account] = await Promise.all([
    fetchPasswordSecurity(client, person.clientId, signal),
    fetchAccount(client, person, signal),
  ]);
  if (!setting.ok) return setting;
  return account.ok ? success({ setting: setting.value, account: account.value }) : account;
}

/** Asks whether the password of a person may be reset here, and how. */
export const fetchForgettingPort = (client: Client) =>
  fromPromise<Result<Forgetting>, Person>(({ input, signal }) => fetchForgetting(client, input, signal));
