import { createCipheriv } from 'node:crypto';

/** The identity and key of a Yubikey. */
export type YubikeyChip = {
  /** 12 modhex characters at the start of each OTP. */
  readonly publicId: string;
  /** 6 bytes inside the encrypted part, in hexadecimal. */
  readonly privateId: string;
  /** 16 bytes in hexadecimal. */
  readonly aesKey: string;
};

/** The values that differ with each touch. */
export type YubikeyTouch = {
  /** Number of times the key was plugged in; 15 bits. */
  readonly usage: number;
  /** Number of touches since; 8 bits. */
  readonly session: number;
  /** Ticks of 8 Hz since it was plugged in; 24 bits. */
  readonly timestamp: number;
  /** Noise; 16 bits. */
  readonly random: number;
};

const MODHEX = 'cbdefghijklnrtuv';

const modhex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => `${MODHEX.charAt(byte >> 4)}${MODHEX.charAt(byte & 0x0f)}`).join('');

/**
 * CRC-16 of ISO 13239 as Yubico computes it: over data followed by the complement of its CRC, the result is 0xf0b8.
 */
function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1;
  }
  return crc;
}

const CRC_OFFSET = 14;

/**
 * The 44 modhex characters that a touch types: the public ID, then one AES-128 block (Yubico, "OTPs explained").
 * @param damage XORed into the CRC; with 0 it is valid
 */
export function yubikeyOtp(chip: YubikeyChip, touch: YubikeyTouch, damage = 0): string {
  const block = Buffer.alloc(16);
  block.set(Buffer.from(chip.privateId, 'hex'));
  block.writeUInt16LE(touch.usage, 6);
  block.writeUIntLE(touch.timestamp, 8, 3);
  block.writeUInt8(touch.session, 11);
  block.writeUInt16LE(touch.random, 12);
  block.writeUInt16LE((~crc16(block.subarray(0, CRC_OFFSET)) & 0xffff) ^ damage, CRC_OFFSET);
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(chip.aesKey, 'hex'), null).setAutoPadding(false);
  return chip.publicId + modhex(Buffer.concat([cipher.update(block), cipher.final()]));
}
