import type { Provision } from '#machines/shared/domain.ts';
import { isAppScheme } from '#wire/app-scheme.ts';

/** The link that opens the app (decision 47); empty when the scheme is none of an app. */
export function appLink(scheme: string, portal: string, provision: Provision): string {
  if (!isAppScheme(scheme)) return '';
  const values = [
    ['data', provision.akData],
    ['modulus', provision.publicKeyModulus],
    ['exponent', provision.publicKeyExponent],
    ['portal', portal],
  ] as const;
  const query = values.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${scheme}://provision?${query}`;
}

/** The `subdomain` of the check: the first label of a host with three or more that is no IP address (decision 48). */
export function subdomainOf(host: string): string {
  const labels = host.split('.');
  const isAddress = /^\[|^[\d.]+$/.test(host);
  return labels.length >= 3 && !isAddress ? (labels[0] ?? '') : '';
}
