import { isDirectoryAccount } from '#server/directory/ldap/is-directory-account.ts';
import type { Portal } from '#server/login/portal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';

/** Whether a person has a password, locally or in the company's directory. */
export const hasPassword = async (
  { accounts, config }: Pick<Portal, 'accounts' | 'config'>,
  account: Account,
): Promise<boolean> =>
  isDirectoryAccount(config, account) || (await accounts.password(account.userId)) !== null;
