import * as v from 'valibot';
import type { Result } from '#machines/shared/result.ts';
import type { PhoneClient } from '#phone/calls/client.ts';
import type { Accounts } from '#phone/store/accounts.ts';
import type { DeviceName } from '#phone/store/device-name.ts';

export type RenameDeps = {
  readonly client: PhoneClient;
  readonly accounts: Pick<Accounts, 'all'>;
  readonly deviceName: DeviceName;
};

const nothing = v.object({});

/** Whether the portal knows the name, or the account no more. */
const isSettled = (answer: Result<unknown>): boolean =>
  answer.ok || (answer.failure.kind === 'rejected' && answer.failure.code === 'unknownDevice');

/** Tells the portal for each account what the phone is called, and keeps it once that is done; false when it is not. */
export async function renamePhone(
  { client, accounts, deviceName }: RenameDeps,
  name: string,
): Promise<boolean> {
  const keys = (await accounts.all()).flatMap(({ deviceKey }) => deviceKey ?? []);
  const answers = await Promise.all(
    keys.map((key) =>
      client.call({ method: 'POST', path: '/device/name', body: { name }, schema: nothing, key }),
    ),
  );
  if (!answers.every(isSettled)) return false;
  await deviceName.keep(name);
  return true;
}
