import { createCipheriv } from 'node:crypto';

/** The constant values of a Yubikey. */
export type YubikeyChip = {
  /** 12 modhex characters with which each OTP begins. */
  readonly publicId: string;
  /** 6 bytes in hexadecimal, which each OTP contains encrypted. */
  readonly privateId: string;
  /** The key of the encryption: 16 bytes in hexadecimal. */
  readonly aesKey: string;
};

/** The values that are different at each touch of a Yubikey. */
export type YubikeyTouch = {
  /** How often the key has been plugged in (15 bits). */
  readonly usage: number;
  /** Number of touches since the key was plugged in (8 bits). */
  readonly session: number;
  /** Eighths of a second since the key was plugged in (24 bits). */
  readonly timestamp: number;
  /** A random number (16 bits). */
  readonly random: number;
};

const MODHEX_ALPHABET = 'cbdefghijklnrtuv';

const modhexText = (bytes: Uint8Array): string =>
  Array.from(
    bytes,
    (byte) => `${MODHEX_ALPHABET.charAt(byte >> 4)}${MODHEX_ALPHABET.charAt(byte & 0x0f)}`,
  ).join('');

/**
 * The CRC-16 of ISO 13239. For valid data, which end with the complement of their CRC, the result is 0xf0b8.
 */
function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1;
  }
  return crc;
}

/** Position of the checksum in the block, in bytes. */
const CRC_POSITION = 14;

/**
 * The 44 modhex characters that a touch types: the public ID, then one AES-128 block (Yubico, "OTPs explained").
 * @param damage a number that is XORed into the checksum; only with 0 the checksum is valid
 */
export function yubikeyOtp(chip: YubikeyChip, touch: YubikeyTouch, damage = 0): string {
  const block = Buffer.alloc(16);
  block.set(Buffer.from(chip.privateId, 'hex'));
  block.writeUInt16LE(touch.usage, 6);
  block.writeUIntLE(touch.timestamp, 8, 3);
  block.writeUInt8(touch.session, 11);
  block.writeUInt16LE(touch.random, 12);
  block.writeUInt16LE((~crc16(block.subarray(0, CRC_POSITION)) & 0xffff) ^ damage, CRC_POSITION);
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(chip.aesKey, 'hex'), null).setAutoPadding(false);
  return chip.publicId + modhexText(Buffer.concat([cipher.update(block), cipher.final()]));
}
