import { isIPv4, isIPv6 } from 'node:net';

/** A masked address for display, such as `203.0.113.*` or `2001:db8:1::*`; empty for anything else. */
export function addressRange(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return plain.replace(/\d+$/, '*');
  if (!isIPv6(plain)) return '';
  const [head = ''] = plain.split('::', 1);
  const groups = head.split(':').filter((group) => group !== '');
  return `${groups.slice(0, 3).join(':')}::*`;
}
