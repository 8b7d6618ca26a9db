import type * as v from 'valibot';
import type { account } from '#server/config/account.ts';
import type { Portal } from '#server/login/portal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';

/** Passwords that a login has to transmit unchanged (rule 68). */
export const AWKWARD_PASSWORDS = {
  pipe: 'a|b||c|Secret1!',
  spaces: '  two  spaces 1! ',
  hangul: '비밀번호는 문지기!1',
  long: 'Long!1'.padEnd(128, 'x'),
} as const;

type Entry = v.InferInput<typeof account>;

/** Accounts that only tests need, with their passwords. */
export const TEST_ACCOUNTS: readonly { readonly entry: Entry; readonly password: string }[] = [
  ...Object.entries(AWKWARD_PASSWORDS).map(([userId, password]) => ({
    entry: { userId, name: { ko: userId, en: userId } },
    password,
  })),
  {
    entry: { userId: 'newcomer', name: { ko: '새내기', en: 'Newcomer' }, initialPassword: true },
    password: 'Newcomer!1',
  },
];

/** The account of a person who exists. */
export async function accountOf({ accounts }: Portal, userId: string): Promise<Account> {
  const found = await accounts.find(userId);
  if (!found) throw new TypeError(`There is no account ${userId}`);
  return found;
}
