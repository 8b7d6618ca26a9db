import { fromPromise } from 'xstate';
import type { Identified } from '#machines/identity/identity.machine.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { checkPolicy } from '#src/api/policy.ts';

type Person = { readonly userId: string; readonly clientId: string };

/** The policy check; the id that the server answers with stands above the typed one (decision 92). */
export const checkPolicyPort = (client: Client) =>
  fromPromise<Result<Identified>, Person>(async ({ input, signal }) => {
    const answer = await checkPolicy(client, input, signal);
    if (!answer.ok) return answer;
    return success({ ...answer.value, userId: answer.value.userId || input.userId });
  });
