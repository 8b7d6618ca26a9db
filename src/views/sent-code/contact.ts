const MAX_VISIBLE = 2;

/** The number of visible characters of a name or number: at most half. */
const visibleLengthOf = (text: string): number => Math.min(MAX_VISIBLE, Math.floor(text.length / 2));

/**
 * A masked contact. The server masks it; a contact without a `*` is masked here, so
 * that no screen ever shows a whole number or address (rule 75).
 */
export function maskedContact(contact: string): string {
  if (contact.includes('*')) return contact;
  const [name = '', host] = contact.split('@');
  const visibleLength = visibleLengthOf(name);
  if (host !== undefined) return `${name.slice(0, visibleLength)}***@${host}`;
  const hiddenLength = name.length - visibleLength;
  return '*'.repeat(hiddenLength) + name.slice(hiddenLength);
}
