import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { readCurrent } from '../../pipeline/output/read.ts';
import type { SiteSource } from './live.ts';

/** How a site is found by the host of a request. */
export interface HostedProject {
  readonly id: string;
  readonly subdomain: string;
  readonly customDomain: string | null;
}

/** The output folders below a folder: one for each site, when the folder itself is none. */
export function siteFolders(out: string): readonly string[] {
  if (readCurrent(out) !== undefined) return [out];
  return readdirSync(out, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readCurrent(join(out, entry.name)) !== undefined)
    .map((entry) => join(out, entry.name))
    .sort();
}

/**
 * Finds the site of a request: by custom domain, by the first label of the host, and a single site at
 * every host. Undefined when no site is served at that host.
 */
export function createHosts(options: {
  /** Sites by the id of their project, as they are taken in. */
  readonly sites: ReadonlyMap<string, SiteSource>;
  /** The only site there is, at every host. */
  readonly single?: SiteSource;
  readonly projects: () => Promise<readonly HostedProject[]>;
  /** Addresses and ranges of proxies whose X-Forwarded-Host is believed. */
  readonly proxies?: readonly string[];
  readonly now: () => number;
}): (request: Request, remote: string | undefined) => Promise<SiteSource | undefined> {
  const trusted = readRanges(options.proxies ?? []);
  let known: readonly HostedProject[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return async (request, remote) => {
    if (options.single) return options.single;
    if (options.now() - readAt > 2000) {
      known = await options.projects();
      readAt = options.now();
    }
    const host = hostOf(request, remote !== undefined && isWithin(remote, trusted));
    const label = host.includes('.') ? host.slice(0, host.indexOf('.')) : undefined;
    const project =
      known.find((one) => one.customDomain === host) ??
      known.find((one) => one.subdomain === label && options.sites.has(one.id));
    return project && options.sites.get(project.id);
  };
}

function hostOf(request: Request, behindProxy: boolean): string {
  const forwarded = behindProxy ? request.headers.get('x-forwarded-host') : null;
  const host = forwarded?.split(',')[0]?.trim() ?? request.headers.get('host') ?? '';
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}

/** A network and the length of its prefix. */
export type Range = ReturnType<typeof ipaddr.parseCIDR>;

/**
 * Ranges such as `10.0.0.0/8`, or single addresses.
 * @throws an `Error` of one sentence that names the one that is neither
 */
export function readRanges(texts: readonly string[]): readonly Range[] {
  return texts.map((text) => {
    try {
      if (text.includes('/')) return ipaddr.parseCIDR(text);
      const address = ipaddr.parse(text);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    } catch {
      throw new Error(
        `Unexpected proxy "${text}", expected an address or a range such as 10.0.0.0/8.`,
      );
    }
  });
}

/** Whether an address lies in one of the ranges. */
export function isWithin(remote: string, ranges: readonly Range[]): boolean {
  if (!ipaddr.isValid(remote)) return false;
  const address = ipaddr.process(remote);
  return ranges.some(
    ([network, bits]) =>
      network.kind() === address.kind() &&
      (address as ipaddr.IPv4).match(network as ipaddr.IPv4, bits),
  );
}
