import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

/** IPv4 networks that do not belong to the public Internet (RFC 6890). */
const RESERVED_V4_NETWORKS = [
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

/** The IPv6 network of the public Internet. */
const GLOBAL_V6_NETWORK = '2000::/3';
/** Networks within the global network that lead to IPv4 addresses (Teredo, 6to4), or that are for documentation. */
const RESERVED_V6_NETWORKS = ['2001::/32', '2001:db8::/32', '2002::/16'];

function blockList(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const reservedV4 = blockList(RESERVED_V4_NETWORKS, 'ipv4');
const reservedV6 = blockList(RESERVED_V6_NETWORKS, 'ipv6');
const globalV6 = blockList([GLOBAL_V6_NETWORK], 'ipv6');

/** Whether an IP address belongs to the public Internet. */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address)
    ? !reservedV4.check(address, 'ipv4')
    : globalV6.check(address, 'ipv6') && !reservedV6.check(address, 'ipv6');

/**
 * Whether a subscription may have an endpoint: https at the default port with a host name, which {@link publicLookup}
 * resolves. Endpoints at trusted origins are always allowed.
 * @param trustedOrigins the origins that the operator trusts
 */
export function isAllowedEndpoint(endpoint: string, trustedOrigins: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (trustedOrigins.includes(origin)) return true;
  return protocol === 'https:' && port === '' && !hostname.startsWith('[') && isIP(hostname) === 0;
}

/** Resolves the host name of a connection, and fails when one of its addresses is not public. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const problem =
      error ??
      (addresses.every(({ address }) => isPublicAddress(address))
        ? null
        : Object.assign(new Error('The host name has a private address'), { code: 'EPRIVATE' }));
    if (problem) return done(problem, '', 0);
    if (options.all) return done(null, addresses);
    done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  });
};
