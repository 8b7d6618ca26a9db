import type { Provision } from '#machines/shared/domain.ts';
import { type AppSettings, appLink } from '#wire/app-links.ts';

/** The link that opens the app (rules 47 and 237); empty when the scheme of the link is not allowed. */
export const provisionLink = (app: AppSettings, portal: string, provision: Provision): string =>
  appLink(app, portal, 'provision', {
    data: provision.akData,
    modulus: provision.publicKeyModulus,
    exponent: provision.publicKeyExponent,
  });

/**
 * The parameter `subdomain` of the provisioning call (rule 48): the first label of a host name with at least three labels.
 * Empty for a shorter name or an IP address.
 */
export function subdomainOf(host: string): string {
  const labels = host.split('.');
  const isIpAddress = /^\[|^[\d.]+$/.test(host);
  return labels.length >= 3 && !isIpAddress ? (labels[0] ?? '') : '';
}
