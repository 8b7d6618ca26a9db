import { timingSafeEqual } from 'node:crypto';

/** Whether a password, in UTF-8, matches a hash. */
export type ComparePassword = (password: Buffer) => Promise<boolean>;

/** Parses hashes of one kind; null for a hash of another kind, or one that is too expensive to compare. */
export type HashKind = (hash: string) => ComparePassword | null;

/** Maximum memory of one comparison, in bytes. */
export const MAX_MEMORY = 2 ** 30;

/** Base64 without padding, as in PHC strings. */
export const base64Of = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

export const isSameKey = (expected: Buffer, actual: Buffer): boolean =>
  expected.length === actual.length && timingSafeEqual(expected, actual);
