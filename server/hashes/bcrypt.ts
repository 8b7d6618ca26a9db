import { compare } from 'bcryptjs';
import type { HashKind } from './kind.ts';

const MIN_COST = 4;

/** A comparison at the cost 2^15 already takes seconds. */
const MAX_COST = 15;

/** Hashes of bcrypt. */
export const bcryptKind: HashKind = (hash) => {
  const match = /^\$2[aby]\$(\d\d)\$[./A-Za-z\d]{53}$/.exec(hash);
  const cost = Number(match?.[1]);
  if (!match || cost < MIN_COST || cost > MAX_COST) return null;
  return (password) => compare(password.toString(), hash);
};
