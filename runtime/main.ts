import { setFlagsFromString } from 'node:v8';
import type { EmbeddingModel } from '../pipeline/net/model.ts';
import { type AddressPolicy, publicOnly } from '../schema/network.ts';
import type { ChatSettings } from './assistant/environment.ts';
import { type FirstImport, followImport } from './backend/first-import.ts';
import { noSites, type OpenSites, openSites, type SitesByProject } from './backend/sites.ts';
import { type Backend, openBackend } from './backend.ts';
import { asksForProvider, createDashboard, placeOf } from './dashboard/answer.ts';
import { openDashboardFiles } from './dashboard/files.ts';
import type { RateCounts } from './http/rate-limit.ts';
import { type Listening, listen, type RunningServer } from './listen.ts';
import { dashboardOrigin, firstOwnerLink } from './members/invitations.ts';
import { openPreviewSites } from './previews/open.ts';
import { localRecords } from './previews/record.ts';
import { servePreviews } from './previews/serving.ts';
import { createProxy } from './proxy/proxy.ts';
import type { MailSettings, OidcSettings, StorageSettings } from './settings/environment.ts';
import { initialLimits } from './settings/limits.ts';
import type { ApiProxy } from './site/api-proxy.ts';
import type { ResolveTxt } from './site/domains.ts';
import { createHosts, type Range, readRanges } from './site/hosts.ts';
import type { SiteSource } from './site/live.ts';
import { plainHost } from './site/own-hosts.ts';
import type { Services } from './site/services.ts';
import { createIds } from './store/ids.ts';
import { listOrgs } from './store/orgs.ts';
import type { TranslateSettings } from './translation/environment.ts';

export interface ServeOptions extends ChatSettings, TranslateSettings, Listening {
  readonly out: string;
  readonly version: string;
  readonly log: (line: string) => void;
  /** `postgres://…` or a file; `docent.db` in the output folder when it is left out. */
  readonly database?: string;
  /** Addresses and ranges of proxies whose X-Forwarded-Host is believed. */
  readonly proxies?: readonly string[];
  /** Name in the headers of deliveries, and who may be called besides the public internet. */
  readonly service?: string;
  readonly policy?: AddressPolicy;
  /** Whether API pages may send requests through this server; they may when it is left out. */
  readonly playgroundProxy?: boolean;
  /** A host that serves the payments platform alone. */
  readonly platformHost?: string;
  /** A host that serves the dashboard and the API alone: members sign in nowhere else. */
  readonly dashboardHost?: string;
  /** A host below which each preview has a name of its own; they are paths of their site when it is left out. */
  readonly previewHost?: string;
  /** Whether deployments of previews are events; they are not when it is left out. */
  readonly previewEvents?: boolean;
  /** The operator's own host: sites have their names below it. */
  readonly baseHost?: string;
  /** Asks the DNS; that of this machine when it is left out. */
  readonly resolveTxt?: ResolveTxt;
  /** Makes vectors of questions, for an index that was built with the same model. */
  readonly embeddings?: EmbeddingModel;
  /** What builds of this server read: where the model for vectors is, proxies, certificates. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Object storage that several servers have in common. */
  readonly storage?: StorageSettings;
  /** The identity provider by which members may sign in. */
  readonly oidc?: OidcSettings;
  /** How messages are sent; none are when it is left out. */
  readonly mail?: MailSettings;
  /** Key that secrets are sealed with. */
  readonly secretKey?: string;
  /** Whether a person reads the log; whether it goes to a terminal when left out. */
  readonly isTerminal?: boolean;
}

/**
 * Serves the live deployment of `<out>`, or of each folder in it by host, and the service API. Resolves when the API
 * knows the projects of these deployments; pages are served before.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  keepHeapSmall();
  const proxies = readRanges(options.proxies ?? []);
  const known = noSites();
  let sites: OpenSites | undefined;
  const backend = await openBackend({
    ...options,
    searches: (project) => known.searches.get(project),
    served: (project) => known.served.get(project),
    show: async (folder) => sites?.show(folder),
  });
  const proxy = openProxy(options, backend.counts('proxy'));
  try {
    const opened = await openSites(options.out, {
      ...options,
      arrivals: backend,
      known,
      ...(backend.bringContent ? { bringContent: backend.bringContent } : {}),
    });
    sites = opened;
    const firstImport = followImport(opened.imported);
    const server = await listen(
      servicesOf(options, { backend, sites: opened, firstImport, known, proxies, proxy }),
      options,
    );
    await inviteFirstOwners(backend, dashboardOrigin(server.url, options.dashboardHost), options);
    await firstImport.done;
    return {
      url: server.url,
      close: async () => {
        opened.close();
        await server.close();
        await proxy.close();
        await backend.close();
      },
    };
  } catch (error) {
    sites?.close();
    await proxy.close();
    await backend.close();
    throw error;
  }
}

/**
 * Says where the first owner of each organization signs in, at a terminal only: elsewhere the line would stay
 * in a log, with a link that makes whoever reads it an owner. `docent users invite` is for those.
 */
async function inviteFirstOwners(
  { store, newId }: Backend,
  origin: string,
  { log, isTerminal = process.stderr.isTTY === true }: ServeOptions,
): Promise<void> {
  if (!isTerminal) return;
  const tools = { store, newId, now: Date.now };
  for (const { id: orgId, slug } of await listOrgs(store.db)) {
    const link = await firstOwnerLink(tools, { orgId, origin });
    if (link)
      log(
        `The organization "${slug}" has no owner yet. Become its owner, within 24 hours: ${link}`,
      );
  }
}

/** Sends requests of API pages, to whom webhooks may be sent as well. */
function openProxy(
  { playgroundProxy = true, policy = publicOnly, limits = initialLimits, log }: ServeOptions,
  counts: RateCounts,
): ApiProxy {
  const newId = createIds(Date.now);
  return createProxy({
    enabled: playgroundProxy,
    policy,
    perMinute: limits.proxyRate,
    counts,
    newRequestId: () => newId('req'),
    log,
  });
}

/** What the application is given by the parts of this server. */
function servicesOf(
  { version, log, limits = initialLimits, ...options }: ServeOptions,
  {
    backend,
    sites,
    firstImport,
    known,
    proxies,
    proxy,
  }: {
    readonly backend: Backend;
    readonly sites: OpenSites;
    readonly firstImport: FirstImport;
    readonly known: SitesByProject;
    readonly proxies: readonly Range[];
    readonly proxy: ApiProxy;
  },
): Services {
  const { access, api, platform, platformAt, trouble, logRequest } = backend;
  const countsSearches = limits.searchRetention > 0;
  const projectOf = (source: SiteSource) => known.projectOf.get(source);
  const { sharedPreviews, bringContent } = backend;
  const previews = servePreviews({
    ...{ known, api, access, proxies },
    find: openPreviewSites({
      records: sharedPreviews ?? localRecords,
      searchIn: sites.searchIn,
      ...(sharedPreviews ? { bring: sharedPreviews.bring } : {}),
      ...(bringContent ? { bringContent } : {}),
    }),
    ...(options.previewHost ? { previewHost: options.previewHost } : {}),
  });
  const hosts = createHosts({
    sites: known.sites,
    single: sites.single,
    projects: backend.projects,
    domains: backend.domains,
    proxies: options.proxies ?? [],
    now: Date.now,
  });
  return {
    ...{
      site: sites.first,
      access,
      projectOf,
      proxies,
      proxy,
      api,
      dashboard: dashboardOf(backend),
      platform,
      trouble: async () => (await trouble()) ?? firstImport.trouble(),
      version,
      log,
      logRequest,
    },
    ...(options.origins ? { origins: options.origins } : {}),
    ...(options.dashboardHost ? { dashboardHost: options.dashboardHost } : {}),
    hosts,
    ...previews,
    ...(platformAt ? { platformAt } : {}),
    ...(backend.visits ? { visits: backend.visits } : {}),
    searchAddress: (source) => {
      const project = projectOf(source);
      if (project === undefined) return undefined;
      const api = `/api/v1/search/${project}`;
      return { api, ...(countsSearches ? { outcomes: `${api}/searches` } : {}) };
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

/** The pages of the operator, and the way to the identity provider and back. */
function dashboardOf({ provider, sendsMail }: Backend): NonNullable<Services['dashboard']> {
  const place = placeOf({ provider: provider?.label, sendsLinks: sendsMail });
  const pages = createDashboard(openDashboardFiles, place);
  return (request, remote) =>
    provider && asksForProvider(new URL(request.url).pathname)
      ? provider.answer(request, remote)
      : pages(request);
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
