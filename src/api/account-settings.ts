import type { Account, PasswordSecurity } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { account } from '#src/api/decode/account.ts';
import { passwordSecurity } from '#src/api/decode/password-security.ts';
import { apiPath } from '#src/api/path.ts';

/** Fetches the password settings of a client service. */
export const fetchPasswordSecurity = (
  client: Client,
  clientId: string,
  signal: AbortSignal,
): Promise<Result<PasswordSecurity>> =>
  client.call({
    method: 'GET',
    path: '/data/sso/setting/password-security',
    query: { clientId },
    schema: passwordSecurity,
    signal,
  });

/**
 * Fetches the flags and the masked contacts of an account. Rejects with PathValueError if the user ID cannot be a path
 * segment.
 */
export const fetchAccount = async (
  client: Client,
  { userId, clientId }: { readonly userId: string; readonly clientId: string },
  signal: AbortSignal,
): Promise<Result<Account>> =>
  client.call({
    method: 'GET',
    path: apiPath('/data/sso/accounts/{userId}', { userId }),
    query: { clientId },
    schema: account,
    signal,
  });
