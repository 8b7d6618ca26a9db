import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates in a PEM file, each as PEM text.
 * @throws Error when the file has no certificate
 */
export function certificatesIn(path: string): readonly string[] {
  const blocks = readFileSync(path, 'utf8').match(PEM_CERTIFICATE) ?? [];
  if (blocks.length === 0) throw new Error('has no certificate');
  return blocks.map((pem) => new X509Certificate(pem).toString());
}
