import type { SiteReader } from '../../pipeline/output/read.ts';
import type { RequestEntry } from '../http/router.ts';
import type { Reading, SiteAccess } from './access.ts';
import type { ApiProxy } from './api-proxy.ts';
import type { Range } from './hosts.ts';
import type { SiteSource } from './live.ts';
import type { RuntimeNote } from './note.ts';
import type { IsOwnHost } from './own-hosts.ts';
import type { SearchAddress } from './search.ts';
import type { Visits } from './visits.ts';

/** An application of its own; `connection` is what the server adapter hands on. */
interface Api {
  readonly fetch: (request: Request, connection?: unknown) => Response | Promise<Response>;
}

/** A request to a site that may be for one of its previews. */
export interface PreviewRequest {
  readonly request: Request;
  readonly source: SiteSource;
  readonly live: SiteReader;
  readonly reading: () => Reading;
  /** The address it came from. */
  readonly remote: string | undefined;
  /** What the server adapter hands on with the request. */
  readonly connection: unknown;
}

/** What the application is given; everything that a test replaces. */
export interface Services {
  readonly site: SiteSource;
  readonly version: string;
  readonly log: (line: string) => void;
  /** One line for each request that neither the API nor the platform has noted itself. */
  readonly logRequest?: (entry: Omit<RequestEntry, 'requestId'>) => void;
  /** Finds the site of a request where several are served; `remote` is the address it came from. */
  readonly hosts?: (
    request: Request,
    remote: string | undefined,
  ) => Promise<SiteSource | undefined>;
  /** Sessions of readers; without them, protected pages can't be read. */
  readonly access?: SiteAccess;
  /** Id of the project of a site, once it is known. */
  readonly projectOf?: (site: SiteSource) => string | undefined;
  /** Proxies whose forwarded headers are believed. */
  readonly proxies?: readonly Range[];
  /** Address of a site's search, once it is known; it is only requested for a search. */
  readonly searchAddress?: (site: SiteSource) => SearchAddress | undefined;
  /** Origins besides its own whose pages may ask this server. */
  readonly origins?: readonly string[];
  /** What the pages of a site may ask of this server. */
  readonly note?: (site: SiteSource) => Promise<Omit<RuntimeNote, 'proxy' | 'visits'>>;
  /** Counts what readers read; nothing is counted when it is left out. */
  readonly visits?: Visits;
  /** Sends requests of API pages to the APIs. */
  readonly proxy?: ApiProxy;
  /** Names of this machine, for what no other page may ask; all are, when it is left out. */
  readonly isOwnHost?: IsOwnHost;
  /** Answers at those names alone: `docent dev`. */
  readonly ownHostsOnly?: boolean;
  /** Whether a site has that host for its own. */
  readonly isHostOf?: (site: SiteSource, host: string) => Promise<boolean>;
  /** Answers agents that read a site over the Model Context Protocol, `/mcp`. */
  readonly agents?: (
    site: SiteSource,
    request: Request,
    remote: string | undefined,
  ) => Promise<Response>;
  /** The service API (`/api/v1`), where there is one. */
  readonly api?: Api;
  /** The pages of the operator, where there is an API for them. */
  readonly dashboard?: (request: Request, remote: string | undefined) => Promise<Response>;
  /** The host at which the dashboard is served, and no site; every host when it is left out. */
  readonly dashboardHost?: string;
  /** The payments platform, where there is one. */
  readonly platform?: Api;
  /** A host at which the payments platform is served alone. */
  readonly platformAt?: Api & { readonly host: string };
  /** Nothing when database and queue are well, else a sentence: for `/ready`. */
  readonly trouble?: () => Promise<string | undefined>;
  /** Answers before the site does: the live reload and the studio of `docent dev`. */
  readonly before?: (
    request: Request,
    remote: string | undefined,
  ) => Response | undefined | Promise<Response | undefined>;
  /** Answers at the addresses of a site's previews, whether there is one or not; undefined at all others. */
  readonly previews?: (asked: PreviewRequest) => Promise<Response | undefined>;
  /** Answers at the hosts of previews, and nothing else there; undefined at all others. */
  readonly previewsAtHosts?: (
    request: Request,
    from: Pick<PreviewRequest, 'remote' | 'connection'>,
  ) => Promise<Response | undefined>;
  /** Sees every answer of the site. */
  readonly after?: (request: Request, response: Response) => Response | Promise<Response>;
}
