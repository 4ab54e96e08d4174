import type { SiteReader } from '../../pipeline/output/read.ts';
import { type Client, isOwnForm } from './client.ts';

/** What the script of a page says about a view that no request to this server could tell. */
export interface Report {
  /**
   * The browser had prepared the page ahead of the click; its reader allows measuring; or a static host
   * answered.
   */
  readonly why: 'prepared' | 'allowed' | 'elsewhere';
  /** Decoded, with the `basePath` of the site here. */
  readonly address: string;
  /** Address of the page before; one of the site is an address of this server. */
  readonly from: string;
  /** A static host has no page at the address. */
  readonly isMissing: boolean;
}

/** Who may report: pages of the site at the client's origin, and at the origins of its static hosts. */
export interface Reporters {
  readonly client: Client;
  readonly origins: readonly string[];
}

/** Bytes of a report: two addresses. */
const longest = 8192;

/** Whether a request reports a view. */
export function asksToReport(request: Request, { deployment }: SiteReader): boolean {
  return (
    request.method === 'POST' &&
    new URL(request.url).pathname === `${deployment.basePath}/_docent/visit`
  );
}

/** Reads a report; undefined for one that makes no sense, or that no page of the site has sent. */
export async function reportedVisit(
  request: Request,
  site: SiteReader,
  { client, origins }: Reporters,
): Promise<Report | undefined> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  if (!(length <= longest)) return undefined;
  if (isOwnForm(request, client)) {
    const said = await readReport(request);
    return said && said.why !== 'elsewhere' ? { ...said, isMissing: false } : undefined;
  }
  const origin = request.headers.get('origin') ?? '';
  if (!origins.includes(origin)) return undefined;
  const said = await readReport(request);
  return said && said.why !== 'prepared' ? ofStaticHost(said, { origin, site, client }) : undefined;
}

interface Said extends Report {
  /** `basePath` of the site where the page is. */
  readonly base: string;
}

async function readReport(request: Request): Promise<Said | undefined> {
  try {
    const said = JSON.parse(await request.text()) as Record<string, unknown>;
    const { why, address, from, base = '', isMissing = false } = said;
    if (why !== 'prepared' && why !== 'allowed' && why !== 'elsewhere') return undefined;
    if (typeof address !== 'string' || typeof from !== 'string' || typeof base !== 'string')
      return undefined;
    const decoded = decodeURIComponent(address).normalize('NFC');
    return { ...{ why, from, base }, address: decoded, isMissing: isMissing === true };
  } catch {
    return undefined;
  }
}

/** The addresses of a page at another origin as those of the same pages here. */
function ofStaticHost(
  { base, address, from, ...said }: Said,
  { origin, site, client }: { origin: string; site: SiteReader; client: Client },
): Report | undefined {
  const here = (path: string) =>
    path === base || path.startsWith(`${base}/`)
      ? site.deployment.basePath + path.slice(base.length)
      : undefined;
  const own = here(address);
  if (own === undefined) return undefined;
  const before = URL.canParse(from) ? new URL(from) : undefined;
  if (before?.origin !== origin) return { ...said, address: own, from };
  const path = here(before.pathname);
  return { ...said, address: own, from: path === undefined ? '' : client.origin + path };
}
