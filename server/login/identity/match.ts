import type { ContactType } from '#server/config/identity-ways.ts';
import type { Localized } from '#server/config/values.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';

/** What a person tells of themselves. */
export type Told = {
  readonly lastName: string;
  readonly firstName: string;
  readonly type: ContactType;
  readonly info: string;
};

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s/gu, '');

/** A number at home and abroad is one: +82 stands for the 0. */
const digitsOf = (phone: string): string => phone.normalize('NFKC').replace(/\D/g, '').replace(/^82/, '0');

const CONTACTS: Readonly<
  Record<ContactType, (account: Account) => { readonly kept: string | null; fold(text: string): string }>
> = {
  phoneNumber: ({ phoneNumber }) => ({ kept: phoneNumber, fold: digitsOf }),
  inmail: ({ internalMail }) => ({ kept: internalMail, fold: folded }),
  exmail: ({ privateMail }) => ({ kept: privateMail, fold: folded }),
};

/** A name that was not told is not compared; the account's is looked at in both languages. */
function isName(told: string, kept: Localized | null, whole: Localized): boolean {
  const name = folded(told);
  if (name === '') return true;
  if (kept) return [kept.ko, kept.en].some((text) => folded(text) === name);
  return [whole.ko, whole.en].some((text) => folded(text).includes(name));
}

/**
 * Whether what a person tells is what the account holds (decision 176). The contact counts always, a name when
 * it was told; for an account without separate names it has to be a part of the whole one.
 */
export function matches(account: Account, { lastName, firstName, type, info }: Told): boolean {
  const { kept, fold } = CONTACTS[type](account);
  const told = fold(info);
  const isContact = kept !== null && told !== '' && fold(kept) === told;
  const isNamed =
    isName(lastName, account.lastName, account.name) && isName(firstName, account.firstName, account.name);
  return isContact && isNamed;
}
