import { timingSafeEqual } from 'node:crypto';

/** Whether a password, in UTF-8, matches a hash. */
export type ComparePassword = (password: Buffer) => Promise<boolean>;

/**
 * A kind of hash, as a function that returns the comparison with a hash of that kind. It returns null for a hash of
 * another kind, and for a hash whose comparison is too expensive.
 */
export type HashKind = (hash: string) => ComparePassword | null;

/** Maximum memory of a comparison. */
export const MAX_MEMORY_BYTES = 2 ** 30;

/** Base64 without padding, as in PHC strings. */
export const base64Of = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

export const isSameKey = (expected: Buffer, actual: Buffer): boolean =>
  expected.length === actual.length && timingSafeEqual(expected, actual);
