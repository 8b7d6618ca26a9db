import type { ContactType } from '#server/config/identity-methods.ts';
import type { Localized } from '#server/config/values.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';

/** Names and contact that a person enters to be identified. */
export type PersonDetails = {
  readonly lastName: string;
  readonly firstName: string;
  readonly type: ContactType;
  readonly info: string;
};

const foldedText = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s/gu, '');

/** Digits of a phone number in its domestic form: +82 becomes the leading 0. */
const digitsOf = (phone: string): string => phone.normalize('NFKC').replace(/\D/g, '').replace(/^82/, '0');

const CONTACTS: Readonly<
  Record<ContactType, (account: Account) => { readonly stored: string | null; fold(text: string): string }>
> = {
  phoneNumber: ({ phoneNumber }) => ({ stored: phoneNumber, fold: digitsOf }),
  inmail: ({ internalMail }) => ({ stored: internalMail, fold: foldedText }),
  exmail: ({ privateMail }) => ({ stored: privateMail, fold: foldedText }),
};

/** An empty name is not compared; the account's name is compared in both languages. */
function matchesName(typed: string, stored: Localized | null, fullName: Localized): boolean {
  const name = foldedText(typed);
  if (name === '') return true;
  if (stored) return [stored.ko, stored.en].some((text) => foldedText(text) === name);
  return [fullName.ko, fullName.en].some((text) => foldedText(text).includes(name));
}

/**
 * Whether the details match the account (rule 176). The contact is always compared, a name only when
 * given; without separate names it must be part of the full name.
 */
export function matchesAccount(
  account: Account,
  { lastName, firstName, type, info }: PersonDetails,
): boolean {
  const { stored, fold } = CONTACTS[type](account);
  const typed = fold(info);
  const isSameContact = stored !== null && typed !== '' && fold(stored) === typed;
  const hasSameNames =
    matchesName(lastName, account.lastName, account.name) &&
    matchesName(firstName, account.firstName, account.name);
  return isSameContact && hasSameNames;
}
