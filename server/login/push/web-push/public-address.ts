import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

/** IPv4 networks that are not of the public Internet (RFC 6890). */
const RESERVED = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** Networks within 2000::/3 that tunnel to IPv4 (Teredo, 6to4) or are for documentation. */
const RESERVED_V6 = ['2001::/32', '2001:db8::/32', '2002::/16'];
const GLOBAL_V6 = '2000::/3';

function blockList(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const reserved = blockList(RESERVED, 'ipv4');
const reservedV6 = blockList(RESERVED_V6, 'ipv6');
const globalV6 = blockList([GLOBAL_V6], 'ipv6');

/** Whether an address is one of the public Internet. */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address)
    ? !reserved.check(address, 'ipv4')
    : globalV6.check(address, 'ipv6') && !reservedV6.check(address, 'ipv6');

/**
 * Whether a subscription may have this endpoint: https at the default port and a host name, which {@link publicLookup}
 * resolves. Origins that the operator trusts are always allowed.
 */
export function isAllowedEndpoint(endpoint: string, trusted: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (trusted.includes(origin)) return true;
  return protocol === 'https:' && port === '' && !hostname.startsWith('[') && isIP(hostname) === 0;
}

/** Resolves the host of a connection, and fails when any of its addresses is not public. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const problem =
      error ??
      (addresses.every(({ address }) => isPublicAddress(address))
        ? null
        : Object.assign(new Error('The name leads to a private address'), { code: 'EPRIVATE' }));
    if (problem) return done(problem, '', 0);
    if (options.all) return done(null, addresses);
    done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  });
};
