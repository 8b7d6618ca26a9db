import * as v from 'valibot';
import type { PhoneAccount, PhoneAnswer, PhoneRequest, Requests } from '#machines/phone/phone.types.ts';
import { failed, type Result, success, UNEXPECTED } from '#machines/shared/result.ts';
import type { PhoneClient } from '#phone/calls/client.ts';
import { isUnknownDevice } from '#phone/calls/unknown-device.ts';
import { answerSignature } from '#phone/keys/device-key.ts';
import { type AccountStore, isOnlineAccount, type OnlineAccount } from '#phone/store/accounts.ts';

const requestsSchema = v.object({
  pushes: v.array(
    v.object({
      id: v.string(),
      purpose: v.picklist(['login', 'identity']),
      service: v.string(),
      browser: v.string(),
      address: v.string(),
      at: v.number(),
      validUntil: v.number(),
      choices: v.array(v.string()),
    }),
  ),
});

const emptySchema = v.object({});

/** The answer to the call for an account. */
type AccountAnswer = {
  readonly account: PhoneAccount;
  readonly answer: Result<v.InferOutput<typeof requestsSchema>>;
};

async function fetchForAccount(
  client: PhoneClient,
  { id, userId, deviceKey: key }: OnlineAccount,
): Promise<AccountAnswer> {
  const answer = await client.call({ method: 'GET', path: '/device/pushes', schema: requestsSchema, key });
  return { account: { id, userId }, answer };
}

/**
 * Fetches the open requests of all accounts, and returns one request. Times are converted to the clock of the phone.
 * @param pushId ID of the request to return; by default the oldest request is returned
 */
export async function fetchRequests(
  client: PhoneClient,
  accounts: Pick<AccountStore, 'all'>,
  shownAccounts: readonly PhoneAccount[],
  pushId?: string,
): Promise<Requests> {
  const onlineAccounts = (await accounts.all())
    .filter(isOnlineAccount)
    .filter(({ id }) => shownAccounts.some((account) => account.id === id));
  const answers = await Promise.all(onlineAccounts.map((account) => fetchForAccount(client, account)));
  const skew = client.now() - Date.now();
  const requests = answers.flatMap(({ account, answer }): PhoneRequest[] =>
    answer.ok
      ? answer.value.pushes.map(({ at, validUntil, ...push }) => ({
          ...push,
          account,
          at: at - skew,
          validUntil: validUntil - skew,
          remaining: validUntil - client.now(),
        }))
      : [],
  );
  return {
    request:
      requests.filter(({ id }) => pushId === undefined || id === pushId).toSorted((a, b) => a.at - b.at)[0] ??
      null,
    isUnreachable: answers.some(({ answer }) => !answer.ok && answer.failure.kind === 'unreachable'),
    unknownUserIds: answers
      .filter(({ answer }) => isUnknownDevice(answer))
      .map(({ account }) => account.userId),
  };
}

/** Sends the answer of the person to the portal, signed with the key of the account. */
export async function answerRequest(
  client: PhoneClient,
  accounts: Pick<AccountStore, 'all'>,
  { request, choice }: PhoneAnswer,
): Promise<Result<undefined>> {
  const { id } = request;
  const account = (await accounts.all())
    .filter(isOnlineAccount)
    .find((candidate) => candidate.id === request.account.id);
  if (!account) return failed(UNEXPECTED);
  const at = Math.floor(client.now());
  const answer = await client.call({
    method: 'POST',
    path: `/device/pushes/${encodeURIComponent(id)}/${choice === null ? 'deny' : 'approve'}`,
    body: {
      ...(choice !== null && { choice }),
      at,
      signature: await answerSignature(account.deviceKey, { id, choice, at }),
    },
    schema: emptySchema,
    key: account.deviceKey,
  });
  return answer.ok ? success(undefined) : answer;
}
