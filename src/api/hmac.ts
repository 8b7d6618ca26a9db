import JsSha from 'jssha/sha256';

/**
 * HMAC-SHA-256 of a text in base64url. Uses a library, because WebCrypto is not available over plain http (rule 04).
 */
export function hmac(key: string, text: string): string {
  const hash = new JsSha('SHA-256', 'TEXT', { hmacKey: { value: key, format: 'TEXT' } });
  return hash.update(text).getHash('B64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
