import * as v from 'valibot';
import { account } from '#server/config/account.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { Accounts } from '#server/db/accounts.ts';
import { hashPassword } from '#server/password/hash.ts';
import { SEED_ACCOUNTS, SEED_PASSWORD } from './accounts.ts';

/** Creates the accounts of the configuration that are not there yet. */
export function addConfiguredAccounts(accounts: Accounts, config: ServerConfig): void {
  for (const entry of config.accounts) accounts.add(entry, entry.passwordHash ?? null);
}

/** Creates the demonstration's accounts that are not there yet. Their password is public, so one hash serves all. */
export async function addSeedAccounts(accounts: Accounts, cost: ServerConfig['scrypt']): Promise<void> {
  const missing = SEED_ACCOUNTS.filter(({ entry }) => accounts.find(entry.userId) === null);
  if (missing.length === 0) return;
  const hash = await hashPassword(SEED_PASSWORD, cost);
  for (const { entry } of missing) accounts.add(v.parse(account, entry), hash);
}
