import type { SiteReader } from '../../pipeline/output/read.ts';
import { readPageRecords } from '../../pipeline/output/read.ts';
import type { SearchIndex } from '../../pipeline/search/query.ts';
import type { ProjectRow } from '../store/tables.ts';
import { searchOf } from './search.ts';
import { type AssistantSite, assistantSite } from './site.ts';

/** A site that this process serves: its output folder and what is live in it. */
export interface ServedSite {
  readonly folder: string;
  readonly current: () => SiteReader | undefined;
  readonly search: () => Promise<SearchIndex | undefined>;
}

/** Pages whose records are kept, of all sites together: those of the sites that were asked last. */
const mostPages = 3000;

/** The live site of a project; other projects have none here. */
export function liveSites(
  served: (projectId: string) => ServedSite | undefined,
  most = mostPages,
): (project: Pick<ProjectRow, 'id'>) => AssistantSite | undefined {
  const open = new Map<SiteReader, AssistantSite>();
  return (project) => {
    const site = served(project.id);
    const reader = site?.current();
    if (!site || !reader) return undefined;
    const made =
      open.get(reader) ??
      assistantSite(
        reader,
        readPageRecords(site.folder, reader.deployment.id),
        searchOf(site.search),
      );
    // The last one asked is the last to go.
    open.delete(reader);
    open.set(reader, made);
    let pages = 0;
    for (const one of open.values()) pages += one.pages.size;
    for (const [other, one] of open) {
      if (pages <= most || other === reader) break;
      open.delete(other);
      pages -= one.pages.size;
    }
    return made;
  };
}
