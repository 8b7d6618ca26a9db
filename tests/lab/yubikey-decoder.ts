import { createDecipheriv } from 'node:crypto';

const hexOf = (modhex: string): string =>
  modhex.replaceAll(/./g, (character) => 'cbdefghijklnrtuv'.indexOf(character).toString(16));

/** Whether the CRC of ISO 13239 is valid: computed bit by bit, over bytes whose low bit comes first. */
function isCrcValid(bytes: Buffer): boolean {
  let remainder = 0xffff;
  for (const byte of bytes) {
    for (let bit = 0; bit < 8; bit += 1) {
      const top = ((remainder >> 15) & 1) ^ ((byte >> bit) & 1);
      remainder = (remainder << 1) & 0xffff;
      if (top) remainder ^= 0x1021;
    }
  }
  return remainder === 0x1d0f;
}

/** Decodes an OTP by the layout that Yubico publishes ("OTPs explained"), independently of the code that encodes it. */
export function decodeYubikeyOtp(otp: string, aesKey: string) {
  const encrypted = Buffer.from(hexOf(otp.slice(-32)), 'hex');
  const decipher = createDecipheriv('aes-128-ecb', Buffer.from(aesKey, 'hex'), null).setAutoPadding(false);
  const block = Buffer.concat([decipher.update(encrypted), decipher.final()]);
  return {
    publicId: otp.slice(0, -32),
    privateId: block.toString('hex', 0, 6),
    usage: block.readUInt16LE(6),
    timestamp: block.readUInt16LE(8) + block.readUInt8(10) * 0x1_0000,
    session: block.readUInt8(11),
    random: block.readUInt16LE(12),
    isCrcValid: isCrcValid(block),
  };
}
