import { fromPromise } from 'xstate';
import type { Identification } from '#machines/id-entry/id-entry.setup.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { checkPolicy } from '#src/api/policy.ts';

type PersonAtService = { readonly userId: string; readonly clientId: string };

/** Fetches the policy of a person. If the answer contains an ID, it replaces the ID that was sent (rule 92). */
export async function fetchPolicy(
  client: Client,
  person: PersonAtService,
  signal: AbortSignal,
): Promise<Result<Identification>> {
  const answer = await checkPolicy(client, person, signal);
  if (!answer.ok) return answer;
  return success({ ...answer.value, userId: answer.value.userId || person.userId });
}

/** {@link fetchPolicy} as a port. */
export const checkPolicyPort = (client: Client) =>
  fromPromise<Result<Identification>, PersonAtService>(({ input, signal }) =>
    fetchPolicy(client, input, signal),
  );
