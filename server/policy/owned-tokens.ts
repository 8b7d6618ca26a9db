import type { Account } from '#server/db/accounts.ts';
import type { Devices } from '#server/db/devices.ts';
import { METHOD_NAMES, METHOD_TABLE } from '#wire/methods.ts';
import { maskedContacts, maskedTokens } from './answer.ts';
import { recordedAs, type SecondToken } from './second-tokens.ts';

/** Fields of a person's tokens of which one has to be there for a method. */
const fieldsOf = (name: SecondToken) =>
  METHOD_NAMES.flatMap((method) =>
    METHOD_TABLE[method].wire === recordedAs(name) ? METHOD_TABLE[method].tokens : [],
  );

/** Whether the person has what a token needs. A push reaches no app that is offline. */
export function ownsSecondToken(devices: Devices, account: Account, name: SecondToken): boolean {
  if (name === 'emergencyCode') return devices.emergencyCodes.find(account.userId) !== null;
  const { fido2token, ...tokens } = maskedTokens(devices, account.userId);
  const owned = { ...maskedContacts(account), ...tokens, passkey: fido2token };
  const fields = fieldsOf(name);
  const isReached = (field: (typeof fields)[number]): boolean =>
    owned[field] !== null && !(recordedAs(name) === 'push' && owned[field] === 'offline');
  return fields.length === 0 || fields.some(isReached);
}
