import type { SiteReader } from '../../../pipeline/output/read.ts';
import type { SearchIndex } from '../../../pipeline/search/query.ts';
import type { ProjectRow } from '../../store/tables.ts';
import { searchOf } from './search.ts';
import { type AssistantSite, assistantSite } from './site.ts';

/** A site that this process serves: its output folder and what is live in it. */
export interface ServedSite {
  readonly folder: string;
  readonly current: () => SiteReader | undefined;
  readonly search: () => Promise<SearchIndex | undefined>;
}

/** The live site of a project; other projects have none here. It is read on first use. */
export function liveSites(
  served: (projectId: string) => ServedSite | undefined,
): (project: Pick<ProjectRow, 'id'>) => AssistantSite | undefined {
  return (project) => {
    const site = served(project.id);
    const reader = site?.current();
    return site && reader && assistantSite(reader, searchOf(site.search));
  };
}
