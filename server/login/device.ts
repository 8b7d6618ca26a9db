import type { Caller } from '#server/login/visit.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Portal } from './portal.ts';
import { Refusal } from './refusal.ts';

/**
 * The account whose mobile app makes a call: it tells the app's key as a bearer token.
 * @throws Refusal 401 when no app has that key.
 */
export async function deviceOwner({ devices, accounts }: Portal, { bearer }: Caller): Promise<Account> {
  const userId = await devices.mobileApps.ownerOf(bearer);
  const account = userId === null ? null : await accounts.find(userId);
  if (!account) throw new Refusal(401, 'unknownDevice');
  return account;
}
