import type { Caller } from '#server/login/request-session.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { usageRefusal } from './policy/usage.ts';
import type { AccountStores, FactorStores, Settings } from './portal.ts';
import { Refusal } from './refusal.ts';

/**
 * The account whose mobile app makes a call; the app sends its key as a bearer token.
 * @throws Refusal 401 when no app has that key, 400 of the 002 family when its person may not sign in.
 */
export async function deviceOwner(
  { devices, accounts, local }: Settings & AccountStores & FactorStores,
  { bearer }: Caller,
): Promise<Account> {
  const userId = await devices.mobileApps.ownerOf(bearer);
  const account = userId === null ? null : await accounts.find(userId);
  if (!account) throw new Refusal(401, 'unknownDevice');
  const unusable = usageRefusal(account, local());
  if (unusable) throw new Refusal(400, unusable);
  return account;
}
