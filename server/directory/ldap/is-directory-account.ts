import type { ServerConfig } from '#server/config/schema.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';

/** Whether a person's password is stored in the company's directory, not in the portal. */
export const isDirectoryAccount = (
  { ldap }: Pick<ServerConfig, 'ldap'>,
  { userType }: Pick<Account, 'userType'>,
): boolean => ldap !== null && userType === 'EXTERNAL';
