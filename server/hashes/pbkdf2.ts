import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { type HashKind, isSameKey } from './kind.ts';

const derive = promisify(pbkdf2);

const MAX_ITERATIONS = 5_000_000;
const MIN_KEY_BYTES = 16;

/** Decodes Base64 with `+` or `.`; some programs write `.` in PHC strings. */
const decodeBase64 = (text: string): Buffer => Buffer.from(text.replaceAll('.', '+'), 'base64');

/**
 * Hashes of PBKDF2 (RFC 8018) as PHC strings: `$pbkdf2-sha256$i=600000$salt$key`, or `$pbkdf2-sha256$600000$…` as
 * passlib writes them.
 */
export const pbkdf2Kind: HashKind = (hash) => {
  const match =
    /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,9})(?:,l=\d+)?\$([A-Za-z\d+/.]+)\$([A-Za-z\d+/.]+)$/.exec(
      hash,
    );
  if (!match) return null;
  const [, digest = 'sha1', count, salt = '', key = ''] = match;
  const iterations = Number(count);
  const expected = decodeBase64(key);
  if (iterations < 1 || iterations > MAX_ITERATIONS || expected.length < MIN_KEY_BYTES) return null;
  return async (password) =>
    isSameKey(expected, await derive(password, decodeBase64(salt), iterations, expected.length, digest));
};
