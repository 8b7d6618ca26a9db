import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
const GROUP_BITS = 16;

/** `[2001:db8::1]:443`, `192.0.2.7:443` and `::ffff:192.0.2.7` are addresses in other spellings. */
export function addressWithoutPort(spelling: string): string {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(spelling)?.[1] ?? spelling.replace(/^([\d.]+):\d+$/, '$1');
  const address = bare.replace(/%.*$/, '');
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  return isMapped(groups) ? dotted(groups) : address.toLowerCase();
}

/**
 * The network by which an address is counted: an IPv4 address itself, or the first `prefix` bits of an IPv6 address
 * (rule 227). Any other text is returned unchanged.
 */
export function networkOf(address: string, prefix: number): string {
  const plain = addressWithoutPort(address);
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const prefixGroups = groupsOf(plain).map((group, index) => {
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
  const [head = '', tail = ''] = hexadecimal.split('::');
  const read = (part: string): number[] =>
    part.split(':').flatMap((group) => (group === '' ? [] : Number.parseInt(group, 16)));
  const [first, last] = [read(head), read(tail)];
  return [...first, ...Array<number>(GROUPS - first.length - last.length).fill(0), ...last];
}

const isMapped = (groups: readonly number[]): boolean =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;

const dotted = (groups: readonly number[]): string =>
  groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
