import { basename } from 'node:path';
import type { EmbeddingModel } from '../../pipeline/net/model.ts';
import type { BringContent } from '../../pipeline/output/bring.ts';
import { readCurrent } from '../../pipeline/output/read.ts';
import { PieceCache } from '../../pipeline/search/query.ts';
import type { ServedSite } from '../assistant/site/live.ts';
import { siteFolders } from '../site/hosts.ts';
import { LiveSite, type SiteSource } from '../site/live.ts';
import { LiveSearch } from '../site/search.ts';

/** What is served here, by project: it is known once the first deployment of a folder is imported. */
export interface SitesByProject {
  readonly sites: Map<string, SiteSource>;
  readonly projectOf: Map<SiteSource, string>;
  readonly searches: Map<string, LiveSearch>;
  readonly served: Map<string, ServedSite>;
}

/** No site yet. */
export function noSites(): SitesByProject {
  return { sites: new Map(), projectOf: new Map(), searches: new Map(), served: new Map() };
}

/** Handles deployments that arrive: the backend, as a site uses it. */
export interface Arrivals {
  readonly deployed: (
    id: string,
    folder: string,
    arrival?: { readonly name?: string; readonly live?: string },
  ) => Promise<string | undefined>;
  readonly released: (projectId: string) => Promise<void>;
  readonly published: (project: string, id: string, folder: string) => void;
  readonly standing: (
    folder: string,
  ) => Promise<{ readonly deployment: string; readonly project: string } | undefined>;
}

interface SiteOptions {
  /** Brings files that are not on this disk. */
  readonly bringContent?: (folder: string, id: string) => BringContent;
  readonly log: (line: string) => void;
  /** Makes vectors of questions. */
  readonly embeddings?: EmbeddingModel;
}

/** The sites of a server; more come when deployments are sent to it. */
export interface OpenSites {
  /** The first of them, for what asks for one. */
  readonly first: SiteSource;
  /** The only one; undefined where there are several. */
  readonly single: () => SiteSource | undefined;
  /** A search in another folder, which no model has read: a preview's. All of them share one memory. */
  readonly searchIn: (folder: string) => LiveSearch;
  /** Resolves when what was there at the start is imported: the API knows its projects then. */
  readonly imported: Promise<void>;
  /** Serves the deployment that is current in a folder. */
  readonly show: (folder: string) => Promise<void>;
  readonly close: () => void;
}

/** Opens the site of each folder; a project is named after its folder where there are several. */
export async function openSites(
  out: string,
  options: SiteOptions & { readonly arrivals: Arrivals; readonly known: SitesByProject },
): Promise<OpenSites> {
  const { log } = options;
  const cache = new PieceCache();
  const sites = new Map<string, LiveSite>();
  const close = () => {
    for (const site of sites.values()) site.close();
  };
  const folders = siteFolders(out);
  const named = (folder: string) => (folders.length > 1 ? { name: basename(folder) } : {});
  const open = async (folder: string) => {
    const opened = await openSite(folder, { ...options, cache, named: named(folder) });
    sites.set(folder, opened.site);
    return opened;
  };
  const all = () => {
    // A server that is started before its first deployment waits for it in the folder itself.
    const found = [...sites].filter(([folder]) => folder !== out || sites.size === 1);
    return found.map(([, site]) => site);
  };
  const imports: { readonly imported: Promise<void> }[] = [];
  try {
    for (const folder of folders.length === 0 ? [out] : folders) imports.push(await open(folder));
  } catch (error) {
    close();
    throw error;
  }
  let opening: Promise<void> = Promise.resolve();
  return {
    first: { current: () => all()[0]?.current() },
    single: () => (all().length === 1 ? all()[0] : undefined),
    imported: Promise.all(imports.map(({ imported }) => imported)).then(() => {}),
    searchIn: (folder) => new LiveSearch({ folder, log, cache, ...bringingTo(folder, options) }),
    show: (folder) => {
      // One that can't be opened is reported to its caller, and holds up no other.
      opening = opening
        .catch(() => {})
        .then(async () => {
          for (const [other, site] of sites) {
            // Its project was deleted.
            if (other === out || readCurrent(other) !== undefined) continue;
            site.close();
            sites.delete(other);
          }
          const known = sites.get(folder);
          if (known) known.refresh();
          else await open(folder);
        });
      return opening;
    },
    close,
  };
}

/** What brings files of a folder's deployments to this disk, where that is needed. */
function bringingTo(folder: string, { bringContent }: SiteOptions) {
  return bringContent ? { bring: (id: string) => bringContent(folder, id) } : {};
}

/** Opens the site of a folder: a deployment is imported, held as long as it has to be, and then shown. */
async function openSite(
  folder: string,
  options: SiteOptions & {
    readonly arrivals: Arrivals;
    readonly known: SitesByProject;
    readonly cache: PieceCache;
    readonly named: { readonly name?: string };
  },
): Promise<{ readonly site: LiveSite; readonly imported: Promise<void> }> {
  const { arrivals, log, cache, embeddings, named, known } = options;
  const bring = bringingTo(folder, options);
  const search = new LiveSearch({
    ...{ folder, log, cache, ...bring },
    ...(embeddings ? { embeddings } : {}),
  });
  const standing = await arrivals.standing(folder);
  /** Deployments that were taken in before they are shown, with their projects. */
  const taken = new Map<string, Promise<string | undefined>>();
  if (standing) taken.set(standing.deployment, Promise.resolve(standing.project));
  let imported: Promise<void> | undefined;
  const site: LiveSite = new LiveSite(folder, {
    ...(standing ? { first: standing.deployment } : {}),
    ...bring,
    onError: (error) => log(error.message),
    admit: async (id, live) => {
      const arriving = arrivals.deployed(id, folder, { ...named, live });
      taken.set(id, arriving);
      const project = await arriving;
      if (project !== undefined) await arrivals.released(project);
    },
    onSwap: (id) => {
      log(`Deployment ${id} is live.`);
      search.swap(id);
      const arrived = taken.get(id) ?? arrivals.deployed(id, folder, named);
      taken.clear();
      // Arrivals settle one after the other and never reject.
      const done = arrived.then((project) => {
        if (project === undefined) return;
        arrivals.published(project, id, folder);
        register(known, project, { folder, site, search });
      });
      imported ??= done;
    },
  });
  return { site, imported: imported ?? Promise.resolve() };
}

function register(
  { sites, projectOf, searches, served }: SitesByProject,
  project: string,
  {
    folder,
    site,
    search,
  }: { readonly folder: string; readonly site: LiveSite; readonly search: LiveSearch },
): void {
  sites.set(project, site);
  projectOf.set(site, project);
  searches.set(project, search);
  served.set(project, {
    folder,
    current: () => site.current(),
    search: () => search.current(),
  });
}
