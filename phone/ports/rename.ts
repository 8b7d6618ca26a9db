import * as v from 'valibot';
import type { PhoneClient } from '#phone/calls/client.ts';
import { isUnknownDevice } from '#phone/calls/unknown-device.ts';
import type { AccountStore } from '#phone/store/accounts.ts';
import type { DeviceNameStore } from '#phone/store/device-name.ts';

/** What a change of the phone's name depends on. */
export type RenameDeps = {
  readonly client: PhoneClient;
  readonly accounts: Pick<AccountStore, 'all'>;
  readonly deviceName: DeviceNameStore;
};

const emptySchema = v.object({});

/**
 * Sends a new name of the phone to the portal for each account, and then stores the name.
 * @returns false if a call has failed; then the name is not stored
 */
export async function renamePhone(
  { client, accounts, deviceName }: RenameDeps,
  name: string,
): Promise<boolean> {
  const keys = (await accounts.all()).flatMap(({ deviceKey }) => deviceKey ?? []);
  const answers = await Promise.all(
    keys.map((key) =>
      client.call({ method: 'POST', path: '/device/name', body: { name }, schema: emptySchema, key }),
    ),
  );
  if (!answers.every((answer) => answer.ok || isUnknownDevice(answer))) return false;
  await deviceName.save(name);
  return true;
}
