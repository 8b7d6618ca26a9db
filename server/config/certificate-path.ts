import type { X509Certificate } from 'node:crypto';

/** The most certificates between one and its root. */
const MAX_LENGTH = 8;

const isGoodAt = ({ validFromDate, validToDate }: X509Certificate, at: number): boolean =>
  validFromDate.getTime() <= at && at <= validToDate.getTime();

const hasIssued = (issuer: X509Certificate, certificate: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/**
 * Whether the first certificate leads to one of the roots (RFC 5280, section 6), each of them good at the time. Lists of
 * revoked certificates are not asked for.
 * @param at epoch milliseconds
 */
export function leadsTo(
  [certificate, ...others]: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  at: number,
): boolean {
  let current = certificate;
  for (let length = 0; current && length < MAX_LENGTH && isGoodAt(current, at); length += 1) {
    const last = current;
    const isRoot = roots.some((root) => root.raw.equals(last.raw));
    if (isRoot || roots.some((root) => isGoodAt(root, at) && hasIssued(root, last))) return true;
    current = others.find((other) => other !== last && hasIssued(other, last));
  }
  return false;
}
