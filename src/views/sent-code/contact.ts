const MAX_SHOWN = 2;

/** The visible part of a name or number: at most half. */
const visiblePartOf = (text: string): number => Math.min(MAX_SHOWN, Math.floor(text.length / 2));

/**
 * A contact as it may be shown. The server masks it; one that arrives without a `*` is masked here, so
 * that no screen ever shows a whole number or address (rule 75).
 */
export function maskedContact(contact: string): string {
  if (contact.includes('*')) return contact;
  const [name = '', host] = contact.split('@');
  const shown = visiblePartOf(name);
  if (host !== undefined) return `${name.slice(0, shown)}***@${host}`;
  const hidden = name.length - shown;
  return '*'.repeat(hidden) + name.slice(hidden);
}
