import type { RandomBytes } from '#server/config/deps.ts';

/** Letters and digits that cannot be taken for one another; 32 of them, so that each byte counts alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Random characters that a person can read and type: 5 bits each. */
export const readableCode = (random: RandomBytes, length: number): string =>
  Array.from(random(length), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
