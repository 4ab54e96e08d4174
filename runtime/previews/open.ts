import type { BringContent } from '../../pipeline/output/bring.ts';
import {
  openDeployment,
  readCurrent,
  readDeploymentFile,
  type SiteReader,
} from '../../pipeline/output/read.ts';
import type { SearchIndex } from '../../pipeline/search/query.ts';
import type { DeploymentProblem } from '../../schema/build.ts';
import { type SiteChanges, siteChanges } from '../../schema/site-changes.ts';
import type { LiveSearch } from '../site/search.ts';
import { opens } from './address.ts';
import { type Preview, type PreviewRecords, type PreviewSite, previewFolder } from './record.ts';

/** A preview as its readers get it. */
export interface OpenPreview {
  readonly preview: Preview;
  readonly reader: SiteReader;
  /** What its build found wrong, without notes. */
  readonly problems: readonly DeploymentProblem[];
  /** Its own index, opened at the first question. */
  readonly search: () => Promise<SearchIndex | undefined>;
  /** What differs from the live deployment; answered from memory until one of the two changes. */
  readonly changes: (live: string) => SiteChanges;
}

/** Finds the preview that an address names, if that has its token. */
export type FindPreview = (
  site: PreviewSite,
  isNamed: (preview: Pick<Preview, 'name'>) => boolean,
  token: string,
) => Promise<OpenPreview | undefined>;

/** Where previews are found. */
interface PreviewSources {
  readonly records: PreviewRecords;
  readonly searchIn: (folder: string) => LiveSearch;
  /** Puts what a preview shows on this disk. */
  readonly bring?: (site: PreviewSite, preview: Preview) => Promise<void>;
  /** Brings files that are not on this disk. */
  readonly bringContent?: (folder: string, id: string) => BringContent;
}

/** Previews that stay open: few are looked at on the same day. */
const most = 20;

/** Opens previews as they are asked for. */
export function openPreviewSites(sources: PreviewSources): FindPreview {
  const { records, bring, bringContent } = sources;
  /** By folder; the one that was asked for last is the last. */
  const open = new Map<string, OpenPreview>();
  return async (site, isNamed, token) => {
    const list = await records.look(site);
    const preview = list.find((one) => isNamed(one) && opens(one, token));
    if (!preview) return undefined;
    const folder = previewFolder(site.folder, preview.name);
    await bring?.(site, preview);
    const id = readCurrent(folder);
    if (id === undefined) return undefined;
    const known = open.get(folder);
    open.delete(folder);
    const isSame = known?.reader.deployment.id === id && known.preview.token === preview.token;
    const found = isSame
      ? known
      : openOne(
          site,
          { preview, reader: openDeployment(folder, id, bringContent?.(folder, id)) },
          sources,
        );
    open.set(folder, found);
    const [oldest] = open.keys();
    if (open.size > most && oldest !== undefined) open.delete(oldest);
    return found;
  };
}

function openOne(
  { folder: project }: PreviewSite,
  { preview, reader }: { readonly preview: Preview; readonly reader: SiteReader },
  { searchIn }: Pick<PreviewSources, 'searchIn'>,
): OpenPreview {
  const folder = previewFolder(project, preview.name);
  const { id } = reader.deployment;
  const problems = readDeploymentFile(folder, id, 'problems')?.list ?? [];
  const search = searchIn(folder);
  search.swap(id);
  let known: { readonly live: string; readonly changes: SiteChanges } | undefined;
  return {
    preview,
    reader,
    problems: problems.filter(({ severity }) => severity !== 'note'),
    search: () => search.current(),
    changes: (live) => {
      if (known?.live !== live) {
        known = { live, changes: changesBetween({ project, live }, { folder, id }, reader) };
      }
      return known.changes;
    },
  };
}

function changesBetween(
  { project, live }: { readonly project: string; readonly live: string },
  { folder, id }: { readonly folder: string; readonly id: string },
  reader: SiteReader,
): SiteChanges {
  const before = readDeploymentFile(project, live, 'manifest');
  const next = readDeploymentFile(folder, id, 'manifest');
  if (!before || !next) return { added: [], changed: [], removed: [], lost: [] };
  return siteChanges(new Map(Object.entries(before.pages)), next, reader.deployment.basePath);
}
