import type { RandomBytes } from '#server/config/deps.ts';

/**
 * 32 characters that do not look alike. Because 32 divides 256, random bytes select each character with the same
 * probability.
 */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Creates a code of random characters that a person can read and type, with 5 bits for each character. */
export const readableCode = (random: RandomBytes, length: number): string =>
  Array.from(random(length), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
