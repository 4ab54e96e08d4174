import { type DiffPages, pageEvents, siteEvent } from '../pipeline/output/diff.ts';
import type { Watch } from '../pipeline/watch.ts';
import { createIds } from '../runtime/store/ids.ts';
import type { SiteEvent } from '../schema/events.ts';
import type { Page } from '../schema/site.ts';

const projects = '/api/v1/projects';

/** Events that are kept, for a listener that went away for a while. */
const most = 1000;

/** Changes of a site that is being written, for `docent listen`: what a server has of a deployment. */
export interface DevFeed {
  /** Answers List projects and List events of the service API; anything else is for the site. */
  answer(request: Request): Response | undefined;
  /** Called when a change is shown; `duration` in milliseconds. */
  built(facts: { readonly pages: number; readonly duration: number }): void;
}

/** Opens a feed that begins when it is first read: until then nothing is compared. */
export function openDevFeed(pages: Watch['pages'], now: () => number = Date.now): DevFeed {
  const newId = createIds(now);
  const project = { id: newId('prj'), slug: 'dev', name: 'docent dev' };
  let events: readonly SiteEvent[] = [];
  let shown: DiffPages | undefined;
  const look = () => {
    const found = pages();
    return found && sideOf(found);
  };
  return {
    answer: (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === projects) return listOf([project]);
      if (pathname !== `${projects}/${project.id}/events`) return undefined;
      shown ??= look();
      return listOf(selected(events, searchParams));
    },
    built: ({ pages: pagesBuilt, duration }) => {
      const after = shown && look();
      // A site that can't be shown for a while keeps its pages.
      if (!after) return;
      const timestamp = new Date(now()).toISOString();
      const deployment = newId('dpl');
      const frame = { project: project.id, deployment, startedAt: timestamp, timestamp, newId };
      const changes = pageEvents(shown, after, frame);
      shown = after;
      if (changes.length === 0) return;
      const completed = {
        ...{ deploymentId: deployment, projectId: project.id, branch: '', commitSha: '' },
        ...{ pagesBuilt, duration: Math.round(duration), status: 'success' as const },
      };
      events = [...events, siteEvent('deployment.completed', completed, frame), ...changes];
      events = events.slice(-most);
    },
  };
}

function sideOf(pages: ReadonlyMap<string, Page>): DiffPages {
  const texts = new Map<string, string>();
  const facts = [...pages].map(([path, { title, file }]) => {
    texts.set(file.path, file.text);
    return [path, { title, file: file.path, sourceHash: file.hash, contentHash: '' }] as const;
  });
  return {
    manifest: { pages: Object.fromEntries(facts) },
    sourceOf: (file) => texts.get(file),
  };
}

/** Events of some types after another one; all of them if that one is not kept any more. */
function selected(events: readonly SiteEvent[], query: URLSearchParams): readonly SiteEvent[] {
  const types = query.get('types')?.split(',');
  const after = events.findIndex(({ id }) => id === query.get('after'));
  return events.slice(after + 1).filter(({ type }) => types?.includes(type) ?? true);
}

/** A list of the service API, on one page. */
function listOf(data: readonly object[]): Response {
  const { length } = data;
  const meta = { total: length, page: 1, perPage: most, totalPages: 1 };
  return Response.json({ data, meta }, { headers: { 'cache-control': 'no-store' } });
}
