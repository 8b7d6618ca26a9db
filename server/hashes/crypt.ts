import { verify } from 'unixcrypt';
import type { HashKind } from './kind.ts';

/** Maximum number of rounds. Each round blocks the process for some microseconds. */
const MAX_ROUNDS = 100_000;

const SHA_CRYPT =
  /^\$(?:5\$(?:rounds=(\d+)\$)?[./A-Za-z\d]{1,16}\$[./A-Za-z\d]{43}|6\$(?:rounds=(\d+)\$)?[./A-Za-z\d]{1,16}\$[./A-Za-z\d]{86})$/;

/** Hashes of Unix SHA-crypt, such as `$5$salt$key` and `$6$rounds=5000$salt$key`. */
export const cryptKind: HashKind = (hash) => {
  const match = SHA_CRYPT.exec(hash);
  if (!match || Number(match[1] ?? match[2] ?? 0) > MAX_ROUNDS) return null;
  return async (password) => verify(password.toString(), hash);
};
