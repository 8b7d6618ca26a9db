import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Devices } from '#server/storage/repositories/devices.ts';
import { METHOD_NAMES, METHOD_TABLE } from '#wire/methods.ts';
import { maskedContacts, maskedTokens } from './answer.ts';
import { recordedAs, type SecondToken } from './second-tokens.ts';

/** Fields of `userToken` of which one has to be set for a method. */
const fieldsOf = (name: SecondToken) =>
  METHOD_NAMES.flatMap((method) =>
    METHOD_TABLE[method].wire === recordedAs(name) ? METHOD_TABLE[method].tokens : [],
  );

/** The tokens that the person can use, by registered devices and contacts. An offline app receives no push. */
export async function usableSecondTokens(
  devices: Devices,
  account: Account,
  names: readonly SecondToken[],
): Promise<readonly SecondToken[]> {
  if (names.length === 0) return [];
  const hasCode =
    names.includes('emergencyCode') && (await devices.emergencyCodes.find(account.userId)) !== null;
  const { fido2token, ...tokens } = await maskedTokens(devices, account.userId);
  const owned = { ...maskedContacts(account), ...tokens, passkey: fido2token };
  return names.filter((name) => {
    if (name === 'emergencyCode') return hasCode;
    const fields = fieldsOf(name);
    const isReached = (field: (typeof fields)[number]): boolean =>
      owned[field] !== null && !(recordedAs(name) === 'push' && owned[field] === 'offline');
    return fields.length === 0 || fields.some(isReached);
  });
}

/** Whether the person can use at least one of the tokens. */
export const hasUsableSecondToken = async (
  devices: Devices,
  account: Account,
  ...names: readonly SecondToken[]
): Promise<boolean> => (await usableSecondTokens(devices, account, names)).length > 0;
