const hexEscape = (character: string): string => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** Escapes a value for a filter (RFC 4515, section 3). */
export const escapeFilterValue = (value: string): string => value.replace(/[\0()*\\]/g, hexEscape);

/** Escapes a value for a distinguished name (RFC 4514, section 2.4). */
export const escapeDnValue = (value: string): string =>
  value
    .replace(/[,+"\\<>;=]/g, (character) => `\\${character}`)
    .replaceAll('\0', '\\00')
    .replace(/^[ #]/, (first) => `\\${first}`)
    .replace(/(?<!\\) $/, '\\ ');

/** Replaces `{userId}` in a template by an escaped ID. */
export const fillTemplate = (
  template: string,
  userId: string,
  escapeValue: (value: string) => string,
): string => template.replaceAll('{userId}', () => escapeValue(userId));
