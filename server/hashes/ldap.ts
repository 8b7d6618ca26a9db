import { createHash } from 'node:crypto';
import { type HashKind, isSameKey } from './kind.ts';

const DIGESTS_BY_SIZE: Readonly<Record<string, string>> = {
  '': 'sha1',
  '256': 'sha256',
  '384': 'sha384',
  '512': 'sha512',
};

/**
 * Hashes of LDAP directories (RFC 2307): `{SSHA}`, `{SSHA256}`, `{SSHA384}` and `{SSHA512}`, and without the second `S`
 * if they have no salt.
 */
export const ldapKind: HashKind = (hash) => {
  const match = /^\{(S?)SHA(|256|384|512)\}([A-Za-z\d+/]+=*)$/i.exec(hash);
  if (!match) return null;
  const [, saltLetter, size = '', content = ''] = match;
  const digest = DIGESTS_BY_SIZE[size] ?? '';
  const bytes = Buffer.from(content, 'base64');
  const digestLength = createHash(digest).digest().length;
  const hasSalt = bytes.length > digestLength;
  if (bytes.length < digestLength || hasSalt !== (saltLetter !== '')) return null;
  const expected = bytes.subarray(0, digestLength);
  const salt = bytes.subarray(digestLength);
  return async (password) => isSameKey(expected, createHash(digest).update(password).update(salt).digest());
};
