import { maskMail, maskPhone } from '#server/login/policy/mask.ts';
import { addressRange } from '#server/login/security-notices/address-range.ts';

/** The contacts of an account; empty when not set. */
type Contacts = {
  readonly phoneNumber: string;
  readonly internalMail: string;
  readonly privateMail: string;
};

/** The contacts of an account as the desk user may see them: masked or complete. */
export const visibleContacts = (
  isMasked: boolean,
  contacts: { readonly [Key in keyof Contacts]: string | null },
): Contacts => {
  const maskIfRequired = (value: string | null, mask: (text: string) => string): string =>
    value === null || value === '' ? '' : isMasked ? mask(value) : value;
  return {
    phoneNumber: maskIfRequired(contacts.phoneNumber, maskPhone),
    internalMail: maskIfRequired(contacts.internalMail, maskMail),
    privateMail: maskIfRequired(contacts.privateMail, maskMail),
  };
};

/** An IP address as the desk user may see it: masked (its range) or complete. */
export const visibleAddress = (isMasked: boolean, address: string): string =>
  isMasked ? addressRange(address) : address;
