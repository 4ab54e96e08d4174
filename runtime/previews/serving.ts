import type { ServedSite } from '../assistant/site/live.ts';
import type { SiteAccess } from '../site/access.ts';
import { clientOf } from '../site/client.ts';
import type { Range } from '../site/hosts.ts';
import type { SiteSource } from '../site/live.ts';
import { plainHost } from '../site/own-hosts.ts';
import { plain } from '../site/serve.ts';
import type { Services } from '../site/services.ts';
import { asksForPreview, previewPath } from './address.ts';
import { answerPreview } from './answer.ts';
import type { PreviewApi } from './assistant.ts';
import { labelOfHost, previewLabel, previewOrigin, projectTag, readLabel } from './host.ts';
import type { FindPreview, OpenPreview } from './open.ts';

interface PreviewParts {
  readonly find: FindPreview;
  /** What is served here, by project. */
  readonly known: {
    readonly sites: ReadonlyMap<string, SiteSource>;
    readonly projectOf: ReadonlyMap<SiteSource, string>;
    readonly served: ReadonlyMap<string, Pick<ServedSite, 'folder'>>;
  };
  readonly api: Pick<PreviewApi, 'fetch'>;
  readonly access: SiteAccess;
  readonly proxies: readonly Range[];
  /** The host below which each preview has its own; without it, they are paths of their site. */
  readonly previewHost?: string;
}

/** Answers at the addresses of previews: below `/_preview/` of their site, and at hosts of their own. */
export function servePreviews(
  parts: PreviewParts,
): Pick<Required<Services>, 'previews'> & Pick<Services, 'previewsAtHosts'> {
  const { previewHost } = parts;
  const previews = previewsAtPaths(parts);
  return previewHost === undefined
    ? { previews }
    : { previews, previewsAtHosts: previewsAtHosts(parts, previewHost) };
}

function previewsAtPaths({
  find,
  known,
  api,
  proxies,
  previewHost,
}: PreviewParts): Required<Services>['previews'] {
  return async ({ request, source, live, reading, connection, remote }) => {
    const { basePath } = live.deployment;
    const asked = asksForPreview(request, basePath);
    if (!asked) return undefined;
    const project = known.projectOf.get(source);
    const folder = project === undefined ? undefined : known.served.get(project)?.folder;
    if (project === undefined || folder === undefined) return missing();
    const shown = await find({ project, folder }, ({ name }) => name === asked.name, asked.token);
    if (!shown) return missing();
    const path = previewPath(basePath, shown.preview);
    if (previewHost !== undefined) {
      const { origin } = clientOf(request, remote, proxies);
      const label = previewLabel(project, shown.preview);
      return toHost(request, { shown, path, origin: previewOrigin(label, previewHost, origin) });
    }
    if (shown.reader.deployment.basePath !== path) {
      return plain(404, 'This preview was built for another address. Deploy it again.');
    }
    const to = { project, fetch: api.fetch, connection };
    return answerPreview(request, { shown, live, reading: reading(), api: to });
  };
}

/** Leads from the path of a preview to its own host. */
function toHost(
  request: Request,
  at: { readonly shown: OpenPreview; readonly path: string; readonly origin: string },
): Response {
  const { pathname, search } = new URL(request.url);
  // What was deployed before previews had hosts keeps its base path there.
  const isAtRoot = at.shown.reader.deployment.basePath === '';
  const rest = isAtRoot ? pathname.slice(at.path.length) || '/' : pathname;
  return leadTo(at.origin + rest + search);
}

function previewsAtHosts(
  { find, known, api, access, proxies }: PreviewParts,
  previewHost: string,
): Required<Services>['previewsAtHosts'] {
  const tags = new Map<string, string>();
  const tagOf = (project: string) => {
    const tag = tags.get(project) ?? projectTag(project);
    tags.set(project, tag);
    return tag;
  };
  return async (request, { remote, connection }) => {
    const client = clientOf(request, remote, proxies);
    const label = labelOfHost(plainHost(new URL(client.origin).host), previewHost);
    if (label === undefined) return undefined;
    const asked = readLabel(label);
    if (!asked) return missing();
    for (const [project, { folder }] of known.served) {
      const live = tagOf(project) === asked.tag && known.sites.get(project)?.current();
      if (!live) continue;
      const isIt = (name: string) => previewLabel(project, { name, token: asked.token }) === label;
      const shown = await find({ project, folder }, ({ name }) => isIt(name), asked.token);
      if (!shown) continue;
      const { basePath } = shown.reader.deployment;
      const { pathname } = new URL(request.url);
      if (basePath !== '' && pathname === '/') return leadTo(`${basePath}/`);
      return answerPreview(request, {
        ...{ shown, live, access },
        reading: { session: () => access.sessionOf(request, live, project), client },
        api: { project, fetch: api.fetch, connection },
      });
    }
    return missing();
  };
}

function missing(): Response {
  return plain(404, 'There is no preview at this address. It may have been removed.');
}

function leadTo(location: string): Response {
  const headers = { location, 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' };
  return new Response(null, { status: 307, headers });
}
