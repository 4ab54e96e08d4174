import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { createAdaptorServer } from '@hono/node-server';
import type { EmbeddingModel } from '../pipeline/net/model.ts';
import type { AddressPolicy } from '../schema/network.ts';
import { createApp } from './app.ts';
import type { ChatSettings } from './assistant/environment.ts';
import { noSites, openSites, type SitesByProject } from './backend/sites.ts';
import { type Backend, openBackend } from './backend.ts';
import { initialLimits, type Limits } from './settings/table.ts';
import type { ResolveTxt } from './site/domains.ts';
import { createHosts, type Range, readRanges, siteFolders } from './site/hosts.ts';
import type { LiveSite, SiteSource } from './site/live.ts';
import { ownHosts, plainHost } from './site/own-hosts.ts';
import type { Services } from './site/services.ts';
import type { TranslateSettings } from './translation.ts';

export interface ServeOptions extends ChatSettings, TranslateSettings {
  readonly out: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  readonly version: string;
  readonly log: (line: string) => void;
  /** `postgres://…` or a file; `docent.db` in the output folder when it is left out. */
  readonly database?: string;
  /** Addresses and ranges of proxies whose X-Forwarded-Host is believed. */
  readonly proxies?: readonly string[];
  /** Name in the headers of deliveries, and who may be called besides the public internet. */
  readonly service?: string;
  readonly policy?: AddressPolicy;
  /** Rates, retries and time limits; the initial ones when it is left out. */
  readonly limits?: Limits;
  /** A host that serves the payments platform alone. */
  readonly platformHost?: string;
  /** The operator's own host: sites have their names below it. */
  readonly baseHost?: string;
  /** Asks the DNS; that of this machine when it is left out. */
  readonly resolveTxt?: ResolveTxt;
  /** Makes vectors of questions, for an index that was built with the same model. */
  readonly embeddings?: EmbeddingModel;
  /** What builds of this server read: where the model for vectors is, proxies, certificates. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Key that secrets are sealed with. */
  readonly secretKey?: string;
}

/** A running server. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Takes no new requests, lets the running ones end, and is done after ten seconds at the latest. */
  close(): Promise<void>;
}

/** Serves the live deployment of `<out>`, or of each folder in it by host, and the service API. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  keepHeapSmall();
  const folders = siteFolders(options.out);
  const proxies = readRanges(options.proxies ?? []);
  const known = noSites();
  const backend = await openBackend({
    ...options,
    searches: (project) => known.searches.get(project),
    served: (project) => known.served.get(project),
  });
  let sites: readonly LiveSite[] = [];
  const closeSites = () => {
    for (const one of sites) one.close();
  };
  try {
    const opened = folders.length === 0 ? [options.out] : folders;
    sites = await openSites(opened, { ...options, arrivals: backend, known });
    const server = await listen(servicesOf(options, { backend, sites, known, proxies }), options);
    return {
      url: server.url,
      close: async () => {
        closeSites();
        await server.close();
        await backend.close();
      },
    };
  } catch (error) {
    closeSites();
    await backend.close();
    throw error;
  }
}

/** What the application is given by the parts of this server. */
function servicesOf(
  { version, log, ...options }: ServeOptions,
  {
    backend,
    sites,
    known,
    proxies,
  }: {
    readonly backend: Backend;
    readonly sites: readonly LiveSite[];
    readonly known: SitesByProject;
    readonly proxies: readonly Range[];
  },
): Services {
  const [site] = sites as readonly [LiveSite];
  const { access, api, platform, platformAt, trouble, logRequest } = backend;
  const projectOf = (source: SiteSource) => known.projectOf.get(source);
  const hosts = createHosts({
    sites: known.sites,
    ...(sites.length === 1 ? { single: site } : {}),
    projects: backend.projects,
    domains: backend.domains,
    proxies: options.proxies ?? [],
    now: Date.now,
  });
  return {
    ...{ site, access, projectOf, proxies, api, platform, trouble, version, log, logRequest },
    ...(sites.length === 1 ? {} : { hosts }),
    ...(platformAt ? { platformAt } : {}),
    searchAddress: (source) => {
      const project = projectOf(source);
      return project === undefined ? undefined : `/api/v1/search/${project}`;
    },
    isHostOf: async (source, host) => {
      if (isOrigin(source, host)) return true;
      const project = projectOf(source);
      return project !== undefined && backend.isDomainOf(project, host);
    },
    agents: (source, request, remote) => backend.agents(projectOf(source), request, remote),
    note: (source) => backend.note(projectOf(source)),
  };
}

/** Whether a host is that of the address in the site's own `docs.json`. */
function isOrigin(source: SiteSource, host: string): boolean {
  const { origin } = source.current()?.deployment ?? {};
  if (origin === undefined || !URL.canParse(origin)) return false;
  return plainHost(new URL(origin).host) === host;
}

/**
 * Keeps the heap of a server small. By itself the space for new objects grows to 134 MB, and the rest to
 * several times of what is in use: most of what an answer needs is gone with it, and would stay until then.
 * A server of 1,000 sites holds 490 MB without these flags and 260 MB with them; a growth of 20 % took
 * 250 MB, and its collections made three times as many answers late (`npm run bench -- search`).
 */
function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=40');
}

/** Milliseconds a shutdown waits for running answers; tasks have as long, and ten seconds are all there is. */
const patience = 4_000;

/**
 * Listens with these services.
 * @throws an `Error` of one sentence when the port is taken or forbidden
 */
export async function listen(
  services: Services,
  where: Pick<ServeOptions, 'port' | 'host' | 'limits'>,
): Promise<RunningServer> {
  const app = createApp({ ...services, isOwnHost: ownHosts(where.host) });
  const { headerTimeout, bodyTimeout } = where.limits ?? initialLimits;
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      // A whole request has no more time than its parts: Node.js wants them in this order.
      headersTimeout: Math.min(headerTimeout, bodyTimeout),
      requestTimeout: bodyTimeout,
      connectionsCheckingInterval: 500,
    },
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, where)));
    server.listen(where.port, where.host, resolve);
  });
  const { port, family, address } = server.address() as AddressInfo;
  const host = ['0.0.0.0', '::'].includes(address) ? 'localhost' : where.host;
  return {
    url: `http://${family === 'IPv6' && host.includes(':') ? `[${host}]` : host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), patience);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function explain(
  error: NodeJS.ErrnoException,
  where: { readonly port: number; readonly host: string },
): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(
      `Port ${where.port} on ${where.host} is already in use. Choose another one with --port, or stop the process that uses it.`,
      { cause: error },
    );
  }
  if (error.code === 'EACCES') {
    return new Error(
      `Listening on port ${where.port} is not allowed. Choose one above 1023 with --port.`,
      { cause: error },
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new Error(`This machine has no address "${where.host}". Choose another with --host.`, {
      cause: error,
    });
  }
  return error;
}
