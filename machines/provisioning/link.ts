import type { Provision } from '#machines/shared/domain.ts';
import { type AppSettings, appLink } from '#wire/app-links.ts';

/** The link that opens the app (rules 47 and 237); empty when the scheme is not allowed for an app. */
export const provisionLink = (app: AppSettings, portal: string, provision: Provision): string =>
  appLink(app, portal, 'provision', {
    data: provision.akData,
    modulus: provision.publicKeyModulus,
    exponent: provision.publicKeyExponent,
  });

/** The `subdomain` of the check: the first label of a host with three or more that is not an IP address (rule 48). */
export function subdomainOf(host: string): string {
  const labels = host.split('.');
  const isAddress = /^\[|^[\d.]+$/.test(host);
  return labels.length >= 3 && !isAddress ? (labels[0] ?? '') : '';
}
