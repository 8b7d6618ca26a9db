import * as v from 'valibot';
import type { PhoneAccount, RegistrationInput } from '#machines/phone/phone.types.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { PhoneClient } from '#phone/calls/client.ts';
import { type DeviceKey, newDeviceKey } from '#phone/keys/device-key.ts';
import { newCodeKey } from '#phone/keys/one-time-password.ts';
import { sealedFor } from '#phone/keys/sealed-for.ts';
import type { Accounts } from '#phone/store/accounts.ts';
import type { DeviceName } from '#phone/store/device-name.ts';
import { type AppLink, linkOfDigits, linkOfText } from './app-link.ts';
import { thisDevice } from './this-device.ts';

/** Version of the app as it registers. */
const APP_VERSION = '1.0';

const registered = v.object({ userId: v.string() });
const anything = v.object({});

export type RegisterDeps = {
  readonly client: PhoneClient;
  readonly accounts: Accounts;
  readonly origin: string;
  readonly userAgent: string;
  readonly deviceName: Pick<DeviceName, 'own'>;
  /** Asks the browser not to clear the storage by itself. */
  readonly keepStorage: () => Promise<unknown>;
};

/** Whether the portal knows the key: it may have registered the app though its answer was lost. */
const isKnown = async (client: PhoneClient, key: DeviceKey): Promise<boolean> =>
  (await client.call({ method: 'GET', path: '/device/pushes', schema: anything, key })).ok;

async function send(
  client: PhoneClient,
  { userId }: AppLink,
  registration: string,
  key: DeviceKey,
): Promise<Result<string>> {
  const answer = await client.call({
    method: 'POST',
    path: '/device/apps',
    body: { registration },
    schema: registered,
  });
  if (answer.ok) return success(answer.value.userId);
  const isLost = answer.failure.kind !== 'rejected';
  return isLost && (await isKnown(client, key)) ? success(userId) : answer;
}

/** Registers this phone by a link or by digits, with keys that are made for it, and keeps the account. */
export async function register(
  { client, accounts, origin, userAgent, deviceName, keepStorage }: RegisterDeps,
  input: RegistrationInput,
): Promise<Result<PhoneAccount>> {
  const link =
    'link' in input
      ? await linkOfText(client, input.link, origin)
      : await linkOfDigits(client, input.authCode, origin);
  if (!link.ok) return link;
  const [deviceKey, codes] = await Promise.all([newDeviceKey(), newCodeKey()]);
  const id = crypto.randomUUID();
  const device = thisDevice(userAgent);
  const registration = await sealedFor(link.value, {
    data: link.value.data,
    ...('otp' in input && { otp: input.otp }),
    uuid: id,
    os: device.os,
    deviceName: (await deviceName.own()) ?? device.deviceName,
    appVersion: APP_VERSION,
    secret: codes.secret,
    publicKey: deviceKey.jwk,
  });
  const answer = await send(client, link.value, registration, deviceKey);
  if (!answer.ok) return answer;
  const userId = answer.value;
  await accounts.put({ id, userId, addedAt: Date.now(), codeKey: codes.key, deviceKey });
  await keepStorage();
  return success({ id, userId });
}
