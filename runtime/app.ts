import { Hono } from 'hono';
import type { SiteReader } from '../pipeline/output/read.ts';
import { asksAsAgent } from './assistant/mcp.ts';
import { createPace } from './http/pace.ts';
import { clientOf } from './site/client.ts';
import type { SiteSource } from './site/live.ts';
import { asksForNote, bareNote, runtimeNote } from './site/note.ts';
import { plainHost } from './site/own-hosts.ts';
import { asksForSearch, searchNote } from './site/search.ts';
import { plain, serveSite } from './site/serve.ts';
import type { Services } from './site/services.ts';
import { hasToken } from './site/sign-in.ts';

/** Every route and middleware on one screen. */
export function createApp(services: Services): Hono {
  const { site, api, platform, platformAt, before, after } = services;
  const app = new Hono();

  app.use('*', async (c, next) => {
    const start = performance.now();
    await next();
    const { method, path } = c.req;
    // These write their lines themselves; a probe every second says nothing.
    if (/^\/(platform\/)?api\/v1\/|^\/(health|ready)$/.test(path)) return;
    const ms = Math.round((performance.now() - start) * 100) / 100;
    services.logRequest?.({ method, route: path, status: c.res.status, ms });
  });
  const { isOwnHost = () => true } = services;
  if (services.ownHostsOnly) {
    app.use('*', (c, next) => {
      const host = c.req.header('host') ?? '';
      return isOwnHost(host) ? next() : Promise.resolve(strangeHost(host));
    });
  }
  if (platformAt) {
    app.use('*', async (c, next) =>
      new URL(c.req.url).hostname === platformAt.host ? platformAt.fetch(c.req.raw, c.env) : next(),
    );
  }

  app.get('/health', (c) => {
    const deployment = site.current()?.deployment;
    c.header('cache-control', 'no-store');
    return c.json(
      {
        status: deployment ? 'ok' : 'starting',
        version: services.version,
        deployment: deployment?.id ?? null,
      },
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
  app.all('*', async (c) => {
    const early = await before?.(c.req.raw);
    if (early) return early;
    // Held until the answer is complete, whatever becomes live meanwhile.
    const source = services.hosts ? await services.hosts(c.req.raw, remoteOf(c.env)) : site;
    if (!source) return plain(404, 'No site is served on this host.');
    const reader = source.current();
    if (reader && asksForSearch(c.req.raw, reader)) {
      const search = services.searchAddress?.(source);
      if (search) return searchNote(reader, search);
    }
    if (reader && services.agents && asksAsAgent(c.req.raw, reader.deployment.basePath)) {
      const client = clientOf(c.req.raw, remoteOf(c.env), services.proxies ?? []);
      const { host } = new URL(client.origin);
      const isOwn = isOwnHost(host) || (await services.isHostOf?.(source, plainHost(host)));
      if (!isOwn) return strangeHost(host);
      return services.agents(source, c.req.raw, remoteOf(c.env));
    }
    if (reader && asksForNote(c.req.raw, reader)) {
      return runtimeNote((await services.note?.(source)) ?? bareNote);
    }
    const response = reader
      ? await readSite(c.req.raw, { ...services, reader, source, remote: remoteOf(c.env) })
      : plain(503, 'No site has been built yet. Run "docent build".', { 'retry-after': '2' });
    return after ? after(c.req.raw, response) : response;
  });
  app.onError((error) => {
    services.log(`Unexpected error: ${error.stack ?? error.message}`);
    return plain(500, 'Something went wrong. See the server log for details.');
  });
  return app;
}

/** A page of another site may have its name lead here, to read what only this network can. */
function strangeHost(host: string): Response {
  const name = /^[\w.:[\]-]{1,100}$/.test(host) ? `"${host}"` : 'this name';
  return plain(
    403,
    `This server does not accept requests for ${name}. Use localhost, or start it with --host and that name.`,
  );
}

/** A page for whoever asks, or the pages on which readers sign in. */
async function readSite(
  request: Request,
  asked: Pick<Services, 'access' | 'projectOf' | 'proxies'> & {
    readonly reader: SiteReader;
    readonly source: SiteSource;
    readonly remote: string | undefined;
  },
): Promise<Response> {
  const { access, reader, source } = asked;
  if (!access || !reader.config.auth?.enabled) return serveSite(request, reader);
  const client = clientOf(request, asked.remote, asked.proxies ?? []);
  const project = asked.projectOf?.(source);
  const answer = await access.answer({ request, site: reader, client, project });
  if (answer) return answer;
  return serveSite(request, reader, {
    session: async () =>
      project === undefined ? undefined : access.sessionOf(request, reader, project),
    client,
    hasToken: hasToken(request),
  });
}

/** The address a request came from, as the server adapter hands it on. */
function remoteOf(env: unknown): string | undefined {
  return (env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming
    ?.socket?.remoteAddress;
}
