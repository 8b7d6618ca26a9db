import * as v from 'valibot';
import type { PhoneAccount, PhoneAnswer, PhoneRequest, Requests } from '#machines/phone/phone.types.ts';
import { failed, type Result, success, UNEXPECTED } from '#machines/shared/result.ts';
import type { PhoneClient } from '#phone/calls/client.ts';
import { type DeviceKey, signatureOver } from '#phone/keys/device-key.ts';
import type { Accounts, StoredAccount } from '#phone/store/accounts.ts';

const waiting = v.object({
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

const nothing = v.object({});

type Asked = { readonly account: PhoneAccount; readonly answer: Result<v.InferOutput<typeof waiting>> };

type Calling = StoredAccount & { readonly deviceKey: DeviceKey };

const isCalling = (account: StoredAccount): account is Calling => account.deviceKey !== null;

async function askFor(client: PhoneClient, { id, userId, deviceKey: key }: Calling): Promise<Asked> {
  const answer = await client.call({ method: 'GET', path: '/device/pushes', schema: waiting, key });
  return { account: { id, userId }, answer };
}

const isUnknown = ({ answer }: Asked): boolean =>
  !answer.ok && answer.failure.kind === 'rejected' && answer.failure.code === 'unknownDevice';

/**
 * Asks for each account whether something waits. Times are told by the clock of the device.
 * @param wanted the id of the one that is asked for; without it the oldest is
 */
export async function askRequests(
  client: PhoneClient,
  accounts: Pick<Accounts, 'all'>,
  asked: readonly PhoneAccount[],
  wanted?: string,
): Promise<Requests> {
  const stored = (await accounts.all())
    .filter(isCalling)
    .filter(({ id }) => asked.some((account) => account.id === id));
  const answers = await Promise.all(stored.map((account) => askFor(client, account)));
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
      requests.filter(({ id }) => wanted === undefined || id === wanted).toSorted((a, b) => a.at - b.at)[0] ??
      null,
    isUnreachable: answers.some(({ answer }) => !answer.ok && answer.failure.kind === 'unreachable'),
    unknown: answers.filter(isUnknown).map(({ account }) => account.userId),
  };
}

/** Tells the portal what the person has chosen, signed by the key of the account. */
export async function answerRequest(
  client: PhoneClient,
  accounts: Pick<Accounts, 'all'>,
  { request, choice }: PhoneAnswer,
): Promise<Result<undefined>> {
  const { id } = request;
  const account = (await accounts.all()).filter(isCalling).find((stored) => stored.id === request.account.id);
  if (!account) return failed(UNEXPECTED);
  const at = Math.floor(client.now());
  const answer = await client.call({
    method: 'POST',
    path: `/device/pushes/${encodeURIComponent(id)}/${choice === null ? 'deny' : 'approve'}`,
    body: {
      ...(choice !== null && { choice }),
      at,
      signature: await signatureOver(account.deviceKey, { id, choice, at }),
    },
    schema: nothing,
    key: account.deviceKey,
  });
  return answer.ok ? success(undefined) : answer;
}
