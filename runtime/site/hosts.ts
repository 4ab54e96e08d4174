import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { readCurrent } from '../../pipeline/output/read.ts';
import type { DomainState } from '../../schema/api/projects.ts';
import type { Domains } from './domains.ts';
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
 * Finds the site of a request: by a custom domain that is proven, by the first label of the host, and a
 * single site at every host. Undefined when no site is served at that host.
 */
export function createHosts(options: {
  /** Sites by the id of their project, as they are taken in. */
  readonly sites: ReadonlyMap<string, SiteSource>;
  /** The only site there is, at every host; undefined where there are several. */
  readonly single?: () => SiteSource | undefined;
  readonly projects: () => Promise<readonly HostedProject[]>;
  readonly domains: Pick<Domains, 'stateOf' | 'baseHost'>;
  /** Addresses and ranges of proxies whose X-Forwarded-Host is believed. */
  readonly proxies?: readonly string[];
  readonly now: () => number;
}): (request: Request, remote: string | undefined) => Promise<SiteSource | undefined> {
  const { domains } = options;
  const trusted = readRanges(options.proxies ?? []);
  let claims = new Map<string | null, HostedProject>();
  let labels = new Map<string | undefined, HostedProject>();
  let readAt = Number.NEGATIVE_INFINITY;
  const states = new Map<string, Promise<DomainState>>();
  const stateOf = (project: HostedProject, host: string): Promise<DomainState> => {
    const state = states.get(host) ?? domains.stateOf(project.id, host);
    states.set(host, state);
    return state;
  };
  return async (request, remote) => {
    const single = options.single?.();
    if (single) return single;
    if (options.now() - readAt > 2000) {
      const known = await options.projects();
      claims = new Map(known.map((one) => [one.customDomain, one]));
      labels = new Map(known.map((one) => [one.subdomain, one]));
      states.clear();
      readAt = options.now();
    }
    const host = hostOf(request, remote !== undefined && isWithin(remote, trusted));
    const site = (project: HostedProject | undefined) => project && options.sites.get(project.id);
    const claimed = claims.get(host);
    if (claimed && (await stateOf(claimed, host)) !== 'unproven') return site(claimed);
    return site(labels.get(labelOf(host, domains.baseHost)));
  };
}

/**
 * The label that identifies a project: below the operator's own host or, without one, below any
 * other.
 */
function labelOf(host: string, base: string | undefined): string | undefined {
  const dot = host.indexOf('.');
  if (dot < 0) return undefined;
  const below = host.slice(dot + 1);
  return base === undefined || below === base || below === 'localhost'
    ? host.slice(0, dot)
    : undefined;
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
