import * as v from 'valibot';
import type { CodeLogin, LoginAnswer, PhoneAccount } from '#machines/phone/phone.types.ts';
import { failed, type Result, success, UNEXPECTED } from '#machines/shared/result.ts';
import type { PhoneClient } from '#phone/calls/client.ts';
import { signatureOver } from '#phone/keys/device-key.ts';
import type { Accounts } from '#phone/store/accounts.ts';

const scanned = v.object({
  serviceName: v.string(),
  browser: v.string(),
  requestedAt: v.number(),
  validUntil: v.number(),
  numbers: v.array(v.string()),
});

const nothing = v.object({});

const pathOf = (qrId: string): string => `/device/qr/${encodeURIComponent(qrId)}`;

const isUnknown = (answer: Result<unknown>): boolean =>
  !answer.ok && answer.failure.kind === 'rejected' && answer.failure.code === 'unknownDevice';

/**
 * Asks the portal what a scanned code is for, by the first account that it still knows. Times are told by the clock of
 * the device.
 */
export async function fetchLogin(
  client: PhoneClient,
  accounts: Pick<Accounts, 'all'>,
  { qrId, accounts: shown }: { readonly qrId: string; readonly accounts: readonly PhoneAccount[] },
): Promise<Result<CodeLogin>> {
  const stored = (await accounts.all()).filter(({ id }) => shown.some((account) => account.id === id));
  let answer: Result<v.InferOutput<typeof scanned>> = failed(UNEXPECTED);
  for (const { deviceKey: key } of stored) {
    if (!key) continue;
    answer = await client.call({ method: 'GET', path: pathOf(qrId), schema: scanned, key });
    if (!isUnknown(answer)) break;
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

/** Tells the portal which number the person has chosen, signed by the key of the account; null declines. */
export async function answerLogin(
  client: PhoneClient,
  accounts: Pick<Accounts, 'all'>,
  { login: { qrId }, account, number }: LoginAnswer,
): Promise<Result<undefined>> {
  const key = (await accounts.all()).find(({ id }) => id === account.id)?.deviceKey;
  if (!key) return failed(UNEXPECTED);
  const at = Math.floor(client.now());
  const signature = await signatureOver(key, { id: qrId, choice: number, at });
  const answer = await client.call({
    method: 'POST',
    path: pathOf(qrId),
    body: { number, at, signature },
    schema: nothing,
    key,
  });
  return answer.ok ? success(undefined) : answer;
}
