import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { createAdaptorServer } from '@hono/node-server';
import type { EmbeddingModel } from '../pipeline/net/model.ts';
import { PieceCache } from '../pipeline/search/query.ts';
import type { AddressPolicy } from '../schema/network.ts';
import { createApp } from './app.ts';
import type { ChatSettings } from './assistant/environment.ts';
import type { ServedSite } from './assistant/live.ts';
import { openBackend } from './backend.ts';
import { initialLimits, type Limits } from './settings/table.ts';
import type { ResolveTxt } from './site/domains.ts';
import { createHosts, readRanges, siteFolders } from './site/hosts.ts';
import { LiveSite, type SiteSource } from './site/live.ts';
import { ownHosts, plainHost } from './site/own-hosts.ts';
import { LiveSearch } from './site/search.ts';
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
  const single = folders.length <= 1;
  readRanges(options.proxies ?? []);
  const searches = new Map<string, LiveSearch>();
  const served = new Map<string, ServedSite>();
  const backend = await openBackend({
    ...options,
    searches: (project) => searches.get(project),
    served: (project) => served.get(project),
  });
  const byProject = new Map<string, SiteSource>();
  const projectOf = new Map<SiteSource, string>();
  const cache = new PieceCache();
  const open = async (folder: string): Promise<LiveSite> => {
    const search = new LiveSearch({
      folder,
      log: options.log,
      cache,
      ...(options.embeddings ? { embeddings: options.embeddings } : {}),
    });
    const name = single ? {} : { name: basename(folder) };
    const standing = await backend.standing(folder);
    /** Deployments that were taken in before they are shown, with their projects. */
    const taken = new Map<string, Promise<string | undefined>>();
    if (standing) taken.set(standing.deployment, Promise.resolve(standing.project));
    const site: LiveSite = new LiveSite(folder, {
      ...(standing ? { first: standing.deployment } : {}),
      onError: (error) => options.log(error.message),
      admit: async (id, live) => {
        const arriving = backend.deployed(id, folder, { ...name, live });
        taken.set(id, arriving);
        const project = await arriving;
        if (project !== undefined) await backend.released(project);
      },
      onSwap: (id) => {
        options.log(`Deployment ${id} is live.`);
        search.swap(id);
        const arrived = taken.get(id) ?? backend.deployed(id, folder, name);
        taken.clear();
        void arrived.then((project) => {
          if (project === undefined) return;
          backend.published(project, id, folder);
          byProject.set(project, site);
          projectOf.set(site, project);
          searches.set(project, search);
          served.set(project, {
            folder,
            current: () => site.current(),
            search: () => search.current(),
          });
        });
      },
    });
    return site;
  };
  const sites: LiveSite[] = [];
  for (const folder of single ? [folders[0] ?? options.out] : folders) {
    sites.push(await open(folder));
  }
  const [site] = sites as [LiveSite];
  const hosts = createHosts({
    sites: byProject,
    ...(single ? { single: site } : {}),
    projects: backend.projects,
    domains: backend.domains,
    proxies: options.proxies ?? [],
    now: Date.now,
  });
  const { access, api, platform, platformAt, trouble, logRequest } = backend;
  const services = {
    site,
    ...(single ? {} : { hosts }),
    access,
    projectOf: (site: SiteSource) => projectOf.get(site),
    proxies: readRanges(options.proxies ?? []),
    api,
    platform,
    ...(platformAt ? { platformAt } : {}),
    searchAddress: (site: SiteSource) => {
      const project = projectOf.get(site);
      return project === undefined ? undefined : `/api/v1/search/${project}`;
    },
    isHostOf: async (site: SiteSource, host: string) => {
      const { origin } = site.current()?.deployment ?? {};
      if (origin !== undefined && URL.canParse(origin)) {
        if (plainHost(new URL(origin).host) === host) return true;
      }
      const project = projectOf.get(site);
      return project !== undefined && backend.isDomainOf(project, host);
    },
    agents: (site: SiteSource, request: Request, remote: string | undefined) =>
      backend.agents(projectOf.get(site), request, remote),
    note: (site: SiteSource) => backend.note(projectOf.get(site)),
    trouble,
    version: options.version,
    log: options.log,
    logRequest,
  };
  const closeSites = () => {
    for (const one of sites) one.close();
  };
  const server = await listen(services, options).catch(async (error: unknown) => {
    closeSites();
    await backend.close();
    throw error;
  });
  return {
    url: server.url,
    close: async () => {
      closeSites();
      await server.close();
      await backend.close();
    },
  };
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
