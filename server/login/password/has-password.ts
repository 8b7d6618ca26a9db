import { isDirectoryAccount } from '#server/directory/ldap/is-directory-account.ts';
import type { Portal } from '#server/login/portal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';

/** Whether a person has a password at the portal or in the company's directory. */
export const hasPassword = async (
  { passwords, config }: Pick<Portal, 'passwords' | 'config'>,
  account: Account,
): Promise<boolean> => isDirectoryAccount(config, account) || (await passwords.find(account.userId)) !== null;
