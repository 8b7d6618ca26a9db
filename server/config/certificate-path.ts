import type { X509Certificate } from 'node:crypto';

/** Maximum number of certificates in a path. */
const MAX_PATH_LENGTH = 8;

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, at: number): boolean =>
  validFromDate.getTime() <= at && at <= validToDate.getTime();

const hasIssued = (issuer: X509Certificate, certificate: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/**
 * Whether there is a valid path from the first certificate to one of the roots (RFC 5280, section 6). Revocation is not
 * checked.
 * @param at the time of the validation, in epoch milliseconds
 */
export function hasTrustedPath(
  [certificate, ...furtherCertificates]: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  at: number,
): boolean {
  let lastInPath = certificate;
  for (let length = 0; lastInPath && length < MAX_PATH_LENGTH && isValidAt(lastInPath, at); length += 1) {
    const subject = lastInPath;
    const isRoot = roots.some((root) => root.raw.equals(subject.raw));
    if (isRoot || roots.some((root) => isValidAt(root, at) && hasIssued(root, subject))) return true;
    lastInPath = furtherCertificates.find((other) => other !== subject && hasIssued(other, subject));
  }
  return false;
}
