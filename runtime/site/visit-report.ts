import type { SiteReader } from '../../pipeline/output/read.ts';
import { type Client, isOwnForm } from './client.ts';

/** What the script of a page says about a view that the request for it could not tell. */
export interface Report {
  /** The browser had prepared the page ahead of the click; or its reader allows measuring. */
  readonly why: 'prepared' | 'allowed';
  /** Decoded, with `basePath`. */
  readonly address: string;
  /** Address of the page before. */
  readonly from: string;
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
export async function reportedVisit(request: Request, client: Client): Promise<Report | undefined> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  if (!isOwnForm(request, client) || !(length <= longest)) return undefined;
  try {
    const { why, address, from } = JSON.parse(await request.text()) as Record<string, unknown>;
    if (why !== 'prepared' && why !== 'allowed') return undefined;
    if (typeof address !== 'string' || typeof from !== 'string') return undefined;
    return { why, address: decodeURIComponent(address).normalize('NFC'), from };
  } catch {
    return undefined;
  }
}
