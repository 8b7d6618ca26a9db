/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
export const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * Decodes base64url.
 * @throws DOMException when the text is not base64url
 */
export const bytesOfBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS_PER_CHARACTER = 5;

/**
 * Encodes bytes as base32 without padding (RFC 4648, section 6).
 * @param bytes a multiple of 5 bytes
 */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(new RegExp(`.{${BITS_PER_CHARACTER}}`, 'g')) ?? [])
    .map((group) => BASE32_ALPHABET.charAt(Number.parseInt(group, 2)))
    .join('');
}

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Encodes a value as JSON in base64url, as in the parts of a JWS or JWE. */
export const encodedJson = (value: unknown): string => base64url(utf8(JSON.stringify(value)));
