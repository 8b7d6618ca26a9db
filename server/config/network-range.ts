import { BlockList, isIP } from 'node:net';

/** A function that tests whether an address is in a network such as 203.0.113.0/24; null for an invalid network. */
export function networkMatcher(network: string): ((address: string) => boolean) | null {
  const [base = '', bits] = network.split('/');
  const version = isIP(base);
  if (version === 0) return null;
  const maxPrefix = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? maxPrefix : Number(bits);
  if (!/^\d+$/.test(bits ?? '0') || prefix > maxPrefix) return null;
  const list = new BlockList();
  list.addSubnet(base, prefix, version === 4 ? 'ipv4' : 'ipv6');
  return (address) => {
    const addressVersion = isIP(address);
    return addressVersion !== 0 && list.check(address, addressVersion === 4 ? 'ipv4' : 'ipv6');
  };
}
