import type { Manifest, ManifestPage } from '../../schema/build.ts';
import type { SiteEvent } from '../../schema/events.ts';

/**
 * Events of several builds as readers saw them: between the deployment they had and the one they
 * get, `live`, whatever lay in between. A page that went and came back has changed, or nothing happened to
 * it. A deployment that another one replaced before readers got it is not reported: one push is one
 * `deployment.completed`, also when the service builds it again with translations.
 */
export function publishedEvents(
  all: readonly SiteEvent[],
  live: string,
  {
    before,
    after,
  }: {
    readonly before?: Pick<Manifest, 'pages'> | undefined;
    readonly after?: Pick<Manifest, 'pages'> | undefined;
  },
): readonly SiteEvent[] {
  const unseen = new Set<unknown>();
  for (const event of all) {
    const id = deploymentOf(event);
    if (event.type === 'deployment.completed' && id !== live) unseen.add(id);
  }
  const events = all
    .filter((event) => pathOf(event) !== undefined || !unseen.has(deploymentOf(event)))
    .map((event) => (unseen.has(deploymentOf(event)) ? within(event, live) : event));
  if (before === undefined || after === undefined) return events;
  const ofPages = new Map<string, SiteEvent[]>();
  for (const event of events) {
    const path = pathOf(event);
    if (path === undefined) continue;
    const own = ofPages.get(path) ?? [];
    own.push(event);
    ofPages.set(path, own);
  }
  const pages: SiteEvent[] = [];
  for (const [path, own] of [...ofPages].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const last = own.at(-1);
    const was = before.pages[path];
    const is = after.pages[path];
    if (!last || (was === undefined && is === undefined)) continue;
    if (was !== undefined && is !== undefined && isSame(was, is)) continue;
    const type =
      was === undefined ? 'page.created' : is === undefined ? 'page.deleted' : 'page.updated';
    pages.push(own.findLast((event) => event.type === type) ?? retold(last, type));
  }
  // Pages come after the deployment that they belong to.
  return [...events.filter((event) => pathOf(event) === undefined), ...pages];
}

function deploymentOf({ data }: SiteEvent): string | undefined {
  return 'deploymentId' in data ? data.deploymentId : undefined;
}

/** The same as an event of the deployment that readers got. */
function within(event: SiteEvent, deploymentId: string): SiteEvent {
  return { ...event, data: { ...event.data, deploymentId } } as unknown as SiteEvent;
}

function pathOf(event: SiteEvent): string | undefined {
  return event.type.startsWith('page.') && 'pagePath' in event.data
    ? event.data.pagePath
    : undefined;
}

function isSame(was: ManifestPage, is: ManifestPage): boolean {
  return (
    was.sourceHash === is.sourceHash && was.title === is.title && was.contentHash === is.contentHash
  );
}

/** The same thing under its true name; a source that only went and came back has no lines to show. */
function retold(event: SiteEvent, type: SiteEvent['type']): SiteEvent {
  const { diff: _diff, ...data } = event.data as unknown as Record<string, unknown>;
  return {
    ...event,
    type,
    data: type === 'page.updated' ? { ...data, diff: '' } : data,
  } as unknown as SiteEvent;
}
