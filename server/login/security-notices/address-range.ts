import { isIPv4, isIPv6 } from 'node:net';

/** The prefix of IPv4 addresses that are written as IPv6 addresses. */
const IPV4_MAPPED_PREFIX = /^::ffff:(?=\d+\.)/i;

/** Masks an IP address for display: `203.0.113.*` or `2001:db8:1::*`. Empty for a text that is not an IP address. */
export function addressRange(address: string): string {
  const unmappedAddress = address.replace(IPV4_MAPPED_PREFIX, '');
  if (isIPv4(unmappedAddress)) return unmappedAddress.replace(/\d+$/, '*');
  if (!isIPv6(unmappedAddress)) return '';
  const [firstPart = ''] = unmappedAddress.split('::', 1);
  const groups = firstPart.split(':').filter((group) => group !== '');
  return `${groups.slice(0, 3).join(':')}::*`;
}
