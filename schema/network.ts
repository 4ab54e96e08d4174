import ipaddr from 'ipaddr.js';

/**
 * Which hosts may be called besides the public internet: set by the operator, never by a site or a
 * key.
 */
export interface AddressPolicy {
  /** CIDR blocks such as `10.1.0.0/16` whose addresses are allowed. */
  readonly allow: readonly string[];
  /** Hosts that may be called over plain `http:` (development only). */
  readonly plainHosts: readonly string[];
  /** Ports besides 443 (and 80 for a plain host). */
  readonly ports: readonly number[];
}

/** Only HTTPS on port 443 of public addresses. */
export const publicOnly: AddressPolicy = { allow: [], plainHosts: [], ports: [] };

/**
 * Why an IP address may not be called, or undefined if it may. Only addresses of the global unicast
 * space are allowed: loopback, private, link-local, shared, multicast, reserved, and every form
 * that wraps an IPv4 address in an IPv6 one (mapped, translated, 6to4, Teredo) are rejected.
 */
export function blockedAddress(address: string, policy: AddressPolicy): string | undefined {
  // A zone id (`fe80::1%eth0`) only exists for local addresses.
  if (address.includes('%')) return `address ${address} has a zone`;
  if (!ipaddr.isValid(address)) return `"${address}" is not an IP address`;
  const parsed = ipaddr.parse(address);
  if (policy.allow.some((block) => isInside(parsed, block))) return undefined;
  const range = parsed.range();
  if (range !== 'unicast') return `address ${address} is not public (${range})`;
  // Nothing is assigned outside 2000::/3; the library classifies the rest as unicast too, including
  // the old IPv4-compatible form ::a.b.c.d.
  if (parsed.kind() === 'ipv6' && !isInside(parsed, '2000::/3')) {
    return `address ${address} is not public (unassigned)`;
  }
  return undefined;
}

/**
 * Why a URL may not be called, based on its text alone; its addresses are checked when connecting.
 */
export function blockedUrl(text: string, policy: AddressPolicy): string | undefined {
  if (!URL.canParse(text)) return `"${text}" is not a URL`;
  const url = new URL(text);
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const plain = policy.plainHosts.includes(host);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && plain)) {
    return `expected an https URL, found ${url.protocol}//`;
  }
  if (url.username || url.password) return 'a URL with a user name or password is not allowed';
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!plain && port !== 443 && !policy.ports.includes(port)) return `port ${port} is not allowed`;
  const bare = host.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(bare)) return blockedAddress(bare, policy);
  if (plain) return undefined;
  // Names that never leave the machine or the local network, whatever a resolver returns.
  if (!host.includes('.') || localNames.some((suffix) => host.endsWith(suffix))) {
    return `host "${host}" is a local name`;
  }
  return undefined;
}

const localNames = [
  '.localhost',
  '.local',
  '.internal',
  '.intranet',
  '.lan',
  '.home',
  '.home.arpa',
  '.corp',
];

function isInside(address: ipaddr.IPv4 | ipaddr.IPv6, block: string): boolean {
  if (!ipaddr.isValidCIDR(block)) return false;
  const [network, bits] = ipaddr.parseCIDR(block);
  return network.kind() === address.kind() && address.match(network, bits);
}

/** Whether a name is a host, or lies below it. */
export function isBelowHost(name: string, base: string | undefined): boolean {
  return base !== undefined && (name === base || name.endsWith(`.${base}`));
}
