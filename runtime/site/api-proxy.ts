import type { SiteReader } from '../../pipeline/output/read.ts';
import type { Reading } from './access.ts';
import type { Client } from './client.ts';

/** Sends requests of API pages to the APIs that they describe. */
export interface ApiProxy {
  /** Whether a site has something to send. */
  readonly offers: (site: SiteReader) => boolean;
  readonly answer: (asked: ApiProxyRequest) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** A request of an API page, and who sent it. */
export interface ApiProxyRequest extends Pick<Reading, 'session'> {
  readonly request: Request;
  readonly site: SiteReader;
  readonly client: Client;
}

/** Whether a request is one of an API page, to be sent on. */
export function asksForProxy(request: Request, { deployment }: SiteReader): boolean {
  return new URL(request.url).pathname === `${deployment.basePath}/_docent/proxy`;
}
