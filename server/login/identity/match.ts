import type { ContactType } from '#server/config/identity-ways.ts';
import type { Localized } from '#server/config/values.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';

/** Names and contact that a person enters. */
export type PersonDetails = {
  readonly lastName: string;
  readonly firstName: string;
  readonly type: ContactType;
  readonly info: string;
};

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s/gu, '');

/** Domestic and international numbers are equal: +82 replaces the leading 0. */
const digitsOf = (phone: string): string => phone.normalize('NFKC').replace(/\D/g, '').replace(/^82/, '0');

const CONTACTS: Readonly<
  Record<ContactType, (account: Account) => { readonly stored: string | null; fold(text: string): string }>
> = {
  phoneNumber: ({ phoneNumber }) => ({ stored: phoneNumber, fold: digitsOf }),
  inmail: ({ internalMail }) => ({ stored: internalMail, fold: folded }),
  exmail: ({ privateMail }) => ({ stored: privateMail, fold: folded }),
};

/** An empty name is not compared; the account's name is compared in both languages. */
function isName(given: string, stored: Localized | null, whole: Localized): boolean {
  const name = folded(given);
  if (name === '') return true;
  if (stored) return [stored.ko, stored.en].some((text) => folded(text) === name);
  return [whole.ko, whole.en].some((text) => folded(text).includes(name));
}

/**
 * Whether the details match the account (decision 176). The contact is always compared, a name only when
 * given; without separate names it must be part of the full name.
 */
export function matches(account: Account, { lastName, firstName, type, info }: PersonDetails): boolean {
  const { stored, fold } = CONTACTS[type](account);
  const given = fold(info);
  const isContact = stored !== null && given !== '' && fold(stored) === given;
  const isNamed =
    isName(lastName, account.lastName, account.name) && isName(firstName, account.firstName, account.name);
  return isContact && isNamed;
}
