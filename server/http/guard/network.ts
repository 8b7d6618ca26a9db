import { isIPv4, isIPv6 } from 'node:net';

const GROUP_COUNT = 8;
const GROUP_BITS = 16;

/**
 * An address in its normal form, without a port: `[2001:db8::1]:443` becomes `2001:db8::1`; `192.0.2.7:443` and
 * `::ffff:192.0.2.7` become `192.0.2.7`.
 */
export function addressWithoutPort(text: string): string {
  const withoutPort = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  const address = withoutPort.replace(/%.*$/, '');
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  return isMappedIpv4(groups) ? toDottedDecimal(groups) : address.toLowerCase();
}

/**
 * The network for which limits count an address: a single IPv4 address, or the first `prefix` bits of an IPv6 address
 * (rule 227). Any other text is returned unchanged.
 */
export function networkOf(address: string, prefix: number): string {
  const normalAddress = addressWithoutPort(address);
  if (isIPv4(normalAddress) || !isIPv6(normalAddress)) return normalAddress;
  const prefixGroups = groupsOf(normalAddress).map((group, index) => {
    const bits = Math.min(Math.max(prefix - index * GROUP_BITS, 0), GROUP_BITS);
    return (group & (0xffff << (GROUP_BITS - bits)) & 0xffff).toString(16);
  });
  return `${prefixGroups.join(':')}/${prefix}`;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const hexadecimal = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [startText = '', endText = ''] = hexadecimal.split('::');
  const parseGroups = (part: string): number[] =>
    part.split(':').flatMap((group) => (group === '' ? [] : Number.parseInt(group, 16)));
  const start = parseGroups(startText);
  const end = parseGroups(endText);
  return [...start, ...Array<number>(GROUP_COUNT - start.length - end.length).fill(0), ...end];
}

const isMappedIpv4 = (groups: readonly number[]): boolean =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;

const toDottedDecimal = (groups: readonly number[]): string =>
  groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
