const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * The bytes of an RFC 4648 base32 text, with or without padding.
 * @throws RangeError when a character is not in the alphabet
 */
export function base32Bytes(text: string): Uint8Array {
  const bytes: number[] = [];
  let bits = 0;
  let buffer = 0;
  for (const character of text.replace(/=+$/, '')) {
    const value = BASE32_ALPHABET.indexOf(character);
    if (value < 0) throw new RangeError(`"${character}" is not a base32 character`);
    buffer = (buffer << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffer >> bits) & 0xff);
    buffer &= (1 << bits) - 1;
  }
  return Uint8Array.from(bytes);
}

/** The RFC 4648 base32 text of bytes, without padding. */
export function base32Text(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32_ALPHABET.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('');
}
