/** Base64url without padding (RFC 4648, section 5). */
export const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** @throws DOMException when the text is not base64url */
export const bytesOfBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS_PER_CHARACTER = 5;

/** Base32 without padding (RFC 4648, section 6). The length must be a multiple of 5 bytes. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(new RegExp(`.{${BITS_PER_CHARACTER}}`, 'g')) ?? [])
    .map((group) => BASE32.charAt(Number.parseInt(group, 2)))
    .join('');
}

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A part of a JWS or JWE: the JSON of a value, in base64url. */
export const encodedJson = (value: unknown): string => base64url(utf8(JSON.stringify(value)));
