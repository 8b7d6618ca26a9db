const hex = (character: string): string => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** A value inside a filter (RFC 4515, section 3): it says nothing but itself. */
export const escapeFilterValue = (value: string): string => value.replace(/[\0()*\\]/g, hex);

/** A value inside a distinguished name (RFC 4514, section 2.4). */
export const escapeDnValue = (value: string): string =>
  value
    .replace(/[,+"\\<>;=]/g, (character) => `\\${character}`)
    .replaceAll('\0', '\\00')
    .replace(/^[ #]/, (first) => `\\${first}`)
    .replace(/(?<!\\) $/, '\\ ');

/** A template with an ID in the place of `{userId}`. */
export const filled = (template: string, userId: string, escaped: (value: string) => string): string =>
  template.replaceAll('{userId}', () => escaped(userId));
