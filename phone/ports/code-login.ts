import * as v from 'valibot';
import type { CodeLogin, CodeLoginAnswer, PhoneAccount } from '#machines/phone/phone.types.ts';
import { failed, type Result, success, UNEXPECTED } from '#machines/shared/result.ts';
import type { PhoneClient } from '#phone/calls/client.ts';
import { isUnknownDevice } from '#phone/calls/unknown-device.ts';
import { answerSignature } from '#phone/keys/device-key.ts';
import type { AccountStore } from '#phone/store/accounts.ts';

const loginSchema = v.object({
  serviceName: v.string(),
  browser: v.string(),
  requestedAt: v.number(),
  validUntil: v.number(),
  numbers: v.array(v.string()),
});

const emptySchema = v.object({});

const pathOf = (qrId: string): string => `/device/qr/${encodeURIComponent(qrId)}`;

/**
 * Fetches the sign-in of a scanned QR code, with the key of the first account from which the app was not removed. Times
 * are converted to the clock of the phone.
 */
export async function fetchLogin(
  client: PhoneClient,
  accounts: Pick<AccountStore, 'all'>,
  { qrId, accounts: shownAccounts }: { readonly qrId: string; readonly accounts: readonly PhoneAccount[] },
): Promise<Result<CodeLogin>> {
  const storedAccounts = (await accounts.all()).filter(({ id }) =>
    shownAccounts.some((account) => account.id === id),
  );
  let answer: Result<v.InferOutput<typeof loginSchema>> = failed(UNEXPECTED);
  for (const { deviceKey: key } of storedAccounts) {
    if (!key) continue;
    answer = await client.call({ method: 'GET', path: pathOf(qrId), schema: loginSchema, key });
    if (!isUnknownDevice(answer)) break;
  }
  if (!answer.ok) return answer;
  const { serviceName: service, browser, requestedAt, validUntil, numbers } = answer.value;
  const skew = client.now() - Date.now();
  return success({
    qrId,
    service,
    browser,
    at: requestedAt - skew,
    validUntil: validUntil - skew,
    remaining: validUntil - client.now(),
    numbers,
  });
}

/**
 * Sends the number that the person has chosen, signed with the key of the account. If the number is null, the person
 * denies the sign-in.
 */
export async function answerLogin(
  client: PhoneClient,
  accounts: Pick<AccountStore, 'all'>,
  { login: { qrId }, account, number }: CodeLoginAnswer,
): Promise<Result<undefined>> {
  const key = (await accounts.all()).find(({ id }) => id === account.id)?.deviceKey;
  if (!key) return failed(UNEXPECTED);
  const at = Math.floor(client.now());
  const signature = await answerSignature(key, { id: qrId, choice: number, at });
  const answer = await client.call({
    method: 'POST',
    path: pathOf(qrId),
    body: { number, at, signature },
    schema: emptySchema,
    key,
  });
  return answer.ok ? success(undefined) : answer;
}
