import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Devices } from '#server/storage/repositories/devices.ts';
import { METHOD_NAMES, METHOD_TABLE } from '#wire/methods.ts';
import { maskedContacts, maskedTokens } from './answer.ts';
import { recordedAs, type SecondToken } from './second-tokens.ts';

/** The fields of `userToken` for a token; the person can use the token when at least one of the fields is set. */
const fieldsOf = (name: SecondToken) =>
  METHOD_NAMES.flatMap((method) =>
    METHOD_TABLE[method].wire === recordedAs(name) ? METHOD_TABLE[method].tokens : [],
  );

/**
 * The tokens among `names` that the person can use with the registered factors and contacts. An offline app receives no
 * push.
 */
export async function usableSecondTokens(
  devices: Devices,
  account: Account,
  names: readonly SecondToken[],
): Promise<readonly SecondToken[]> {
  if (names.length === 0) return [];
  const hasEmergencyCode =
    names.includes('emergencyCode') && (await devices.emergencyCodes.find(account.userId)) !== null;
  const { fido2token, ...tokens } = await maskedTokens(devices, account.userId);
  const registeredTokens = { ...maskedContacts(account), ...tokens, passkey: fido2token };
  return names.filter((name) => {
    if (name === 'emergencyCode') return hasEmergencyCode;
    const fields = fieldsOf(name);
    const isSet = (field: (typeof fields)[number]): boolean =>
      registeredTokens[field] !== null &&
      !(recordedAs(name) === 'push' && registeredTokens[field] === 'offline');
    return fields.length === 0 || fields.some(isSet);
  });
}

/** Whether the person can use at least one token among `names`. */
export const hasUsableSecondToken = async (
  devices: Devices,
  account: Account,
  ...names: readonly SecondToken[]
): Promise<boolean> => (await usableSecondTokens(devices, account, names)).length > 0;
