import { timingSafeEqual } from 'node:crypto';

/** Compares two codes in constant time. */
export const isSameCode = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
