import ipaddr from 'ipaddr.js';
import { isWithin, type Range } from './hosts.ts';

/** The other end of a request, as far as the proxies between are believed. */
export interface Client {
  /**
   * What limits count by: an IPv4 address, or the /64 network of an IPv6 address, since whoever has one
   * such address has all of its network. '' when it is not known.
   */
  readonly address: string;
  readonly secure: boolean;
  /** Where the client sees this server: `https://docs.example.com`. */
  readonly origin: string;
}

/** Who sent a request; headers of proxies count only when it came from one that is trusted. */
export function clientOf(
  request: Request,
  remote: string | undefined,
  proxies: readonly Range[],
): Client {
  const url = new URL(request.url);
  const trusted = remote !== undefined && isWithin(remote, proxies);
  const forwarded = trusted ? request.headers.get('x-forwarded-proto') : null;
  const scheme = forwarded?.split(',')[0]?.trim().toLowerCase() ?? url.protocol.replace(':', '');
  const given = trusted ? request.headers.get('x-forwarded-host') : null;
  const host = given?.split(',')[0]?.trim() ?? request.headers.get('host') ?? url.host;
  const secure = scheme === 'https';
  const origin = `${secure ? 'https' : 'http'}://${host}`;
  return {
    address: networkOf(trusted ? forwardedAddress(request, proxies, remote) : (remote ?? '')),
    secure,
    origin: URL.canParse(origin) ? new URL(origin).origin : url.origin,
  };
}

/**
 * The last address of the list that is not one of our proxies: anyone can write those before it.
 */
function forwardedAddress(request: Request, proxies: readonly Range[], remote: string): string {
  const list = (request.headers.get('x-forwarded-for') ?? '').split(',').map((one) => one.trim());
  return list.reverse().find((one) => one !== '' && !isWithin(one, proxies)) ?? remote;
}

function networkOf(text: string): string {
  if (!ipaddr.isValid(text)) return text;
  // IPv4 addresses that are mapped into IPv6 become what they are.
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
}

/**
 * Whether a form was sent by a page of the site itself. Browsers say so in `Sec-Fetch-Site`, the older
 * ones in `Origin`; a request that says neither is not believed.
 */
export function isOwnForm(request: Request, client: Pick<Client, 'origin'>): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin') ?? '';
  // A proxy may have taken the TLS away: the host decides.
  return URL.canParse(origin) && new URL(origin).host === new URL(client.origin).host;
}
