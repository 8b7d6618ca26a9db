import { createHash } from 'node:crypto';
import { type HashKind, isSameKey } from './kind.ts';

const DIGESTS: Readonly<Record<string, string>> = {
  '': 'sha1',
  '256': 'sha256',
  '384': 'sha384',
  '512': 'sha512',
};

/** Digests of directories (RFC 2307 and its successors): `{SSHA}`, `{SSHA256}`, `{SSHA512}`, and `{SHA}` without a salt. */
export const ldapKind: HashKind = (hash) => {
  const match = /^\{(S?)SHA(|256|384|512)\}([A-Za-z\d+/]+=*)$/i.exec(hash);
  if (!match) return null;
  const [, saltMark, size = '', content = ''] = match;
  const digest = DIGESTS[size] ?? '';
  const bytes = Buffer.from(content, 'base64');
  const length = createHash(digest).digest().length;
  const hasSalt = bytes.length > length;
  if (bytes.length < length || hasSalt !== (saltMark !== '')) return null;
  const [expected, salt] = [bytes.subarray(0, length), bytes.subarray(length)];
  return async (password) => isSameKey(expected, createHash(digest).update(password).update(salt).digest());
};
