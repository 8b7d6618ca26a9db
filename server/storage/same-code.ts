import { timingSafeEqual } from 'node:crypto';

/** Whether two codes are equal. Codes of the same length are compared in constant time. */
export const isSameCode = (first: string, second: string): boolean =>
  first.length === second.length && timingSafeEqual(Buffer.from(first), Buffer.from(second));
