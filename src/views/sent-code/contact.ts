const MAX_VISIBLE_LENGTH = 2;

/** The number of characters of a name or number that stay visible: at most half of them. */
const visibleLengthOf = (text: string): number => Math.min(MAX_VISIBLE_LENGTH, Math.floor(text.length / 2));

/**
 * Masks a contact, unless it contains a `*` because the server has masked it. No screen shows a complete number or
 * address (rule 75).
 */
export function maskedContact(contact: string): string {
  if (contact.includes('*')) return contact;
  const [name = '', host] = contact.split('@');
  const visibleLength = visibleLengthOf(name);
  if (host !== undefined) return `${name.slice(0, visibleLength)}***@${host}`;
  const hiddenLength = name.length - visibleLength;
  return '*'.repeat(hiddenLength) + name.slice(hiddenLength);
}
