import { timingSafeEqual } from 'node:crypto';

/** Compares in the same time wherever the texts differ. */
export const isSameCode = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
