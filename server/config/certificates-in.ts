import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates of a file, in PEM.
 * @throws Error when there is none
 */
export function certificatesIn(path: string): readonly string[] {
  const blocks = readFileSync(path, 'utf8').match(PEM) ?? [];
  if (blocks.length === 0) throw new Error('has no certificate');
  return blocks.map((pem) => new X509Certificate(pem).toString());
}
