import { Hono, type MiddlewareHandler } from 'hono';
import type { SiteReader } from '../pipeline/output/read.ts';
import { StorageAwayError, storageRetryAfter } from '../schema/errors.ts';
import { asksAsAgent } from './assistant/mcp.ts';
import { asksForDashboard, holdsSecrets } from './dashboard/answer.ts';
import { createPace } from './http/pace.ts';
import { nobody, type Reading } from './site/access.ts';
import { asksForProxy } from './site/api-proxy.ts';
import { type Client, clientOf } from './site/client.ts';
import type { SiteSource } from './site/live.ts';
import { asksForNote, bareNote, runtimeNote } from './site/note.ts';
import { plainHost } from './site/own-hosts.ts';
import { asksForSearch, searchNote } from './site/search.ts';
import { plain, serveSite } from './site/serve.ts';
import type { Services } from './site/services.ts';
import { hasToken } from './site/sign-in-by-token.ts';
import { asksToReport } from './site/visit-report.ts';

/** Every route and middleware on one screen. */
export function createApp(services: Services): Hono {
  const { site, api, platform, platformAt, ownHostsOnly, isOwnHost = () => true } = services;
  const app = new Hono();
  app.use('*', logged(services));
  if (ownHostsOnly) {
    app.use('*', async (c, next) => {
      const host = c.req.header('host') ?? '';
      return isOwnHost(host) ? next() : strangeHost(host);
    });
  }
  const { previewsAtHosts } = services;
  if (previewsAtHosts) {
    app.use('*', async (c, next) => {
      const from = { remote: remoteOf(c.env), connection: c.env };
      return (await previewsAtHosts(c.req.raw, from)) ?? next();
    });
  }
  if (platformAt) {
    app.use('*', async (c, next) =>
      new URL(c.req.url).hostname === platformAt.host ? platformAt.fetch(c.req.raw, c.env) : next(),
    );
  }
  app.get('/health', (c) => {
    const deployment = site.current()?.deployment;
    const status = deployment ? 'ok' : 'starting';
    c.header('cache-control', 'no-store');
    return c.json(
      { status, version: services.version, deployment: deployment?.id ?? null },
      deployment ? 200 : 503,
    );
  });
  app.get('/ready', async (c) => {
    c.header('cache-control', 'no-store');
    const trouble =
      (await services.trouble?.()) ?? (site.current() ? undefined : 'There is no deployment yet.');
    return c.json({ status: trouble ?? 'ok' }, trouble ? 503 : 200);
  });
  if (platform) app.all('/platform/api/v1/*', (c) => platform.fetch(c.req.raw, c.env));
  const pace = createPace();
  if (api) {
    app.all('/api/v1/*', async (c) => {
      await pace();
      return api.fetch(c.req.raw, c.env);
    });
  }
  app.all('*', (c) => answerSite(c.req.raw, services, c.env));
  app.onError((error) => {
    if (error instanceof StorageAwayError) {
      // The log has it once, from the storage itself.
      const seconds = String(storageRetryAfter);
      const text = 'The storage of this site is not available. Try again shortly.';
      return plain(503, text, { 'retry-after': seconds });
    }
    services.log(`Unexpected error: ${error.stack ?? error.message}`);
    return plain(500, 'Something went wrong. See the server log for details.');
  });
  return app;
}

/** Writes the line of a request; API, platform and probes are left out. */
function logged({ logRequest }: Services): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const { method, path } = c.req;
    // These write their lines themselves; a probe every second says nothing.
    if (/^\/(platform\/)?api\/v1\/|^\/(health|ready)$/.test(path)) return;
    const ms = Math.round((performance.now() - start) * 100) / 100;
    logRequest?.({ method, route: path, status: c.res.status, ms });
  };
}

/** A page or file of the site of that host, or what its pages and agents ask of this server. */
async function answerSite(
  request: Request,
  services: Services,
  connection: unknown,
): Promise<Response> {
  const { before, after, hosts, site } = services;
  const remote = remoteOf(connection);
  const early = await before?.(request, remote);
  if (early) return early;
  if (services.dashboard && hostOf(request) === services.dashboardHost) {
    return answerDashboard(request, services.dashboard, remote);
  }
  // Held until the answer is complete, whatever becomes live meanwhile.
  const source = hosts ? await hosts(request, remote) : site;
  // A page of the site at that address is what readers look for, but none may read the secrets of addresses.
  if (services.dashboard && !services.dashboardHost && asksForDashboard(request)) {
    const { pathname } = new URL(request.url);
    const isOfSite = source?.current()?.file(pathname) !== undefined;
    if (!isOfSite || holdsSecrets(pathname)) return services.dashboard(request, remote);
  }
  if (!source) return plain(404, 'No site is served on this host.');
  const reader = source.current();
  if (reader && services.previews) {
    const reading = () => readingOf(request, { ...services, reader, source, remote });
    const preview = await services.previews({
      ...{ request, source, live: reader, reading, remote, connection },
    });
    if (preview) return preview;
  }
  const special = reader && (await answerAside(request, services, { reader, source, remote }));
  if (special) return special;
  const response = reader
    ? await readSite(request, { ...services, reader, source, remote })
    : plain(503, 'No site has been built yet. Run "docent build".', { 'retry-after': '2' });
  shareScripts(request, response, services);
  return after ? after(request, response) : response;
}

/** At a host of its own the dashboard is alone: no page of a site can use the session of a member. */
function answerDashboard(
  request: Request,
  dashboard: NonNullable<Services['dashboard']>,
  remote: string | undefined,
): Response | Promise<Response> {
  if (asksForDashboard(request)) return dashboard(request, remote);
  const { pathname } = new URL(request.url);
  if (pathname !== '/') return plain(404, 'Only the dashboard is on this host.');
  return new Response(null, { status: 302, headers: { location: '/dashboard' } });
}

function hostOf(request: Request): string {
  return new URL(request.url).hostname;
}

/** Pages of the origins that may ask this server load its scripts as modules: the widget's. */
function shareScripts(request: Request, response: Response, { origins = [] }: Services): void {
  if (origins.length === 0 || !/\/_docent\/[\w.-]+\.js$/.test(new URL(request.url).pathname))
    return;
  const origin = request.headers.get('origin');
  if (origin !== null && origins.includes(origin)) {
    response.headers.set('access-control-allow-origin', origin);
  }
  response.headers.append('vary', 'Origin');
}

interface Asked {
  readonly reader: SiteReader;
  readonly source: SiteSource;
  readonly remote: string | undefined;
}

/** The addresses of a site that are not its files: search, agents, and the note for its pages. */
async function answerAside(
  request: Request,
  services: Services,
  { reader, source, remote }: Asked,
): Promise<Response | undefined> {
  if (asksForSearch(request, reader)) {
    const search = services.searchAddress?.(source);
    if (search) return searchNote(reader, search);
  }
  if (services.agents && asksAsAgent(request, reader.deployment.basePath)) {
    const { host } = new URL(clientOf(request, remote, services.proxies ?? []).origin);
    const { isOwnHost = () => true, isHostOf } = services;
    const isOwn = isOwnHost(host) || (await isHostOf?.(source, plainHost(host)));
    return isOwn ? services.agents(source, request, remote) : strangeHost(host);
  }
  if (asksForNote(request, reader)) {
    const proxy = services.proxy?.offers(reader) ?? false;
    const visits = services.visits !== undefined;
    const note = { ...((await services.note?.(source)) ?? bareNote), proxy, visits };
    return runtimeNote(note, mayEmbed(request, services, remote));
  }
  const project = services.projectOf?.(source);
  if (services.visits && project !== undefined && asksToReport(request, reader)) {
    const client = () => clientOf(request, remote, services.proxies ?? []);
    const { origins = [] } = services;
    return services.visits.report({ request, site: reader, project, client, origins });
  }
  if (services.proxy && asksForProxy(request, reader)) {
    const { session, client } = readingOf(request, { ...services, reader, source, remote });
    return services.proxy.answer({ request, site: reader, session, client });
  }
  return undefined;
}

/** Whether a page of another origin may ask this server; undefined if it has none. */
function mayEmbed(
  request: Request,
  { origins = [], proxies = [] }: Services,
  remote: string | undefined,
): boolean | undefined {
  const origin = request.headers.get('origin');
  if (origin === null) return undefined;
  return origins.includes(origin) || origin === clientOf(request, remote, proxies).origin;
}

/** A page of another site may have its name lead here, to read what only this network can. */
function strangeHost(host: string): Response {
  const name = /^[\w.:[\]-]{1,100}$/.test(host) ? `"${host}"` : 'this name';
  return plain(
    403,
    `This server does not accept requests for ${name}. Use localhost, or start it with --host and that name.`,
  );
}

/** Who sent a request. */
function readingOf(
  request: Request,
  asked: Pick<Services, 'access' | 'projectOf' | 'proxies'> & Asked,
): Reading & { readonly client: Client } {
  const { access, reader, source } = asked;
  const project = asked.projectOf?.(source);
  return {
    session: async () =>
      project === undefined ? undefined : access?.sessionOf(request, reader, project),
    client: clientOf(request, asked.remote, asked.proxies ?? []),
  };
}

/** A page for whoever asks, or the pages on which readers sign in. */
async function readSite(
  request: Request,
  asked: Pick<Services, 'access' | 'projectOf' | 'proxies' | 'visits'> & Asked,
): Promise<Response> {
  const { access, reader, source } = asked;
  const project = asked.projectOf?.(source);
  const seen = seenBy(request, asked, project);
  if (!access || !reader.config.auth?.enabled) {
    return serveSite(request, reader, { ...nobody, ...seen });
  }
  const reading = { ...readingOf(request, asked), ...seen };
  const answer = await access.answer({ request, site: reader, client: reading.client, project });
  if (answer) return answer;
  return serveSite(request, reader, { ...reading, hasToken: hasToken(request) });
}

/** Counts what the reader gets, where that is counted. */
function seenBy(
  request: Request,
  { visits, reader: site, remote, proxies = [] }: Pick<Services, 'visits' | 'proxies'> & Asked,
  project: string | undefined,
): Pick<Reading, 'seen'> {
  if (!visits || project === undefined) return {};
  const client = () => clientOf(request, remote, proxies);
  return {
    seen: (address, outcome) =>
      visits.note({ request, site, project, address, isMissing: outcome === 'missing', client }),
  };
}

/** The address a request came from, as the server adapter hands it on. */
function remoteOf(env: unknown): string | undefined {
  return (env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming
    ?.socket?.remoteAddress;
}
