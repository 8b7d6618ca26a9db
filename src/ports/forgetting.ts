import { fromPromise } from 'xstate';
import type { Forgetting } from '#machines/forgot-password/forgot-password.setup.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';

/** Comes when it is needed: the password screen works without it. */
const loadCalls = () => import('#src/api/summary-of-person.ts');

/** What the server says about resetting the password of a person: the setting and the account. */
export const fetchForgettingPort = (client: Client) =>
  fromPromise<Result<Forgetting>, { userId: string; clientId: string }>(async ({ input, signal }) => {
    const { fetchAccount, fetchPasswordSecurity } = await loadCalls();
    const [setting, account] = await Promise.all([
      fetchPasswordSecurity(client, input.clientId, signal),
      fetchAccount(client, input, signal),
    ]);
    if (!setting.ok) return setting;
    return account.ok ? success({ setting: setting.value, account: account.value }) : account;
  });
