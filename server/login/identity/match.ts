import type { ContactType } from '#server/config/identity-methods.ts';
import type { Localized } from '#server/config/values.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';

/** The names and the contact that a person enters for an identity check. */
export type PersonDetails = {
  readonly lastName: string;
  readonly firstName: string;
  /** The type of the contact. */
  readonly type: ContactType;
  /** The typed contact. */
  readonly info: string;
};

/** A text without differences of case, width and space, for comparisons. */
const foldedText = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s/gu, '');

/** The digits of a phone number in the domestic form: the country code 82 becomes the leading 0. */
const digitsOf = (phone: string): string => phone.normalize('NFKC').replace(/\D/g, '').replace(/^82/, '0');

/** The stored contact of each type, and the function that prepares contacts of the type for comparisons. */
const CONTACTS: Readonly<
  Record<ContactType, (account: Account) => { readonly stored: string | null; fold(text: string): string }>
> = {
  phoneNumber: ({ phoneNumber }) => ({ stored: phoneNumber, fold: digitsOf }),
  inmail: ({ internalMail }) => ({ stored: internalMail, fold: foldedText }),
  exmail: ({ privateMail }) => ({ stored: privateMail, fold: foldedText }),
};

/**
 * Whether a typed name is empty, or equals the stored name in Korean or English. When only the full name is stored, the
 * typed name has to be a part of the full name.
 */
function matchesName(typed: string, stored: Localized | null, fullName: Localized): boolean {
  const name = foldedText(typed);
  if (name === '') return true;
  if (stored) return [stored.ko, stored.en].some((text) => foldedText(text) === name);
  return [fullName.ko, fullName.en].some((text) => foldedText(text).includes(name));
}

/**
 * Whether the details match the account (rule 176). The contact is always compared, a name only when it was
 * entered.
 */
export function matchesAccount(
  account: Account,
  { lastName, firstName, type, info }: PersonDetails,
): boolean {
  const { stored, fold } = CONTACTS[type](account);
  const typed = fold(info);
  const isSameContact = stored !== null && typed !== '' && fold(stored) === typed;
  const hasMatchingNames =
    matchesName(lastName, account.lastName, account.name) &&
    matchesName(firstName, account.firstName, account.name);
  return isSameContact && hasMatchingNames;
}
