import type { RandomBytes } from '#server/config/deps.ts';

/** An alphabet of 32 dissimilar characters, so that random bytes map uniformly. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Random characters that a person can read and type: 5 bits each. */
export const readableCode = (random: RandomBytes, length: number): string =>
  Array.from(random(length), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
