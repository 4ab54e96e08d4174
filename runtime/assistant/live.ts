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

/** The live site of a project; other projects have none here. Page records are read once a deployment. */
export function liveSites(
  served: (projectId: string) => ServedSite | undefined,
): (project: ProjectRow) => AssistantSite | undefined {
  const open = new WeakMap<SiteReader, AssistantSite>();
  return (project) => {
    const site = served(project.id);
    const reader = site?.current();
    if (!site || !reader) return undefined;
    let made = open.get(reader);
    if (!made) {
      const records = readPageRecords(site.folder, reader.deployment.id);
      made = assistantSite(reader, records, searchOf(site.search));
      open.set(reader, made);
    }
    return made;
  };
}
