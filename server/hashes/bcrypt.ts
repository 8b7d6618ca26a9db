import { compare } from 'bcryptjs';
import type { HashKind } from './kind.ts';

/** bcrypt at a cost of at most 2^15, which already takes seconds. */
export const bcryptKind: HashKind = (hash) => {
  const match = /^\$2[aby]\$(\d\d)\$[./A-Za-z\d]{53}$/.exec(hash);
  const cost = Number(match?.[1]);
  if (!match || cost < 4 || cost > 15) return null;
  return (password) => compare(password.toString(), hash);
};
