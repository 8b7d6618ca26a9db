import * as v from 'valibot';
import type { PhoneAccount, PhoneRegistrationInput } from '#machines/phone/phone.types.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { PhoneClient } from '#phone/calls/client.ts';
import { type DeviceKey, generateDeviceKey } from '#phone/keys/device-key.ts';
import { encryptForPortal } from '#phone/keys/encrypt-for-portal.ts';
import { generateCodeKey } from '#phone/keys/one-time-password.ts';
import type { AccountStore } from '#phone/store/accounts.ts';
import type { DeviceNameStore } from '#phone/store/device-name.ts';
import { type AppLink, fetchLinkOfRegistrationCode, readRegistrationLink } from './app-link.ts';
import { describeDevice } from './describe-device.ts';

/** The version of the web app, which the portal stores. */
const APP_VERSION = '1.0';

const registrationSchema = v.object({ userId: v.string() });
const emptySchema = v.object({});

/** What a registration depends on. */
export type RegisterDeps = {
  readonly client: PhoneClient;
  readonly accounts: AccountStore;
  /** Origin of the portal. */
  readonly origin: string;
  readonly userAgent: string;
  readonly deviceName: Pick<DeviceNameStore, 'read'>;
  /** Asks the browser for persistent storage. */
  readonly persistStorage: () => Promise<unknown>;
};

/** Whether the portal has registered a key. This is checked if the answer to a registration was lost. */
const isKeyRegistered = async (client: PhoneClient, key: DeviceKey): Promise<boolean> =>
  (await client.call({ method: 'GET', path: '/device/pushes', schema: emptySchema, key })).ok;

/**
 * Sends a registration; returns the user ID of the account.
 * @param registration the encrypted registration
 */
async function sendRegistration(
  client: PhoneClient,
  { userId }: AppLink,
  registration: string,
  key: DeviceKey,
): Promise<Result<string>> {
  const answer = await client.call({
    method: 'POST',
    path: '/device/apps',
    body: { registration },
    schema: registrationSchema,
  });
  if (answer.ok) return success(answer.value.userId);
  const isAnswerLost = answer.failure.kind !== 'rejected';
  return isAnswerLost && (await isKeyRegistered(client, key)) ? success(userId) : answer;
}

/** Registers this phone with a link or a registration code, and stores the account with its new keys. */
export async function register(
  { client, accounts, origin, userAgent, deviceName, persistStorage }: RegisterDeps,
  input: PhoneRegistrationInput,
): Promise<Result<PhoneAccount>> {
  const link =
    'link' in input
      ? await readRegistrationLink(client, input.link, origin)
      : await fetchLinkOfRegistrationCode(client, input.authCode, origin);
  if (!link.ok) return link;
  const [deviceKey, totp] = await Promise.all([generateDeviceKey(), generateCodeKey()]);
  const id = crypto.randomUUID();
  const device = describeDevice(userAgent);
  const registration = await encryptForPortal(link.value, {
    data: link.value.data,
    ...('otp' in input && { otp: input.otp }),
    uuid: id,
    os: device.os,
    deviceName: (await deviceName.read()) ?? device.deviceName,
    appVersion: APP_VERSION,
    secret: totp.secret,
    publicKey: deviceKey.jwk,
  });
  const answer = await sendRegistration(client, link.value, registration, deviceKey);
  if (!answer.ok) return answer;
  const userId = answer.value;
  await accounts.put({ id, userId, addedAt: Date.now(), codeKey: totp.key, deviceKey });
  await persistStorage();
  return success({ id, userId });
}
