import type { Manifest, ManifestPage } from '../schema/build.ts';
import type { SiteEvent } from '../schema/events.ts';

/**
 * Events of several builds as readers saw them (S2-29): between the deployment they had and the one they
 * get, whatever lay in between. A page that went and came back has changed, or nothing happened to it.
 */
export function publishedEvents(
  events: readonly SiteEvent[],
  before: Manifest | undefined,
  after: Manifest | undefined,
): readonly SiteEvent[] {
  if (before === undefined || after === undefined) return events;
  const ofPages = new Map<string, SiteEvent[]>();
  for (const event of events) {
    const path = pathOf(event);
    if (path === undefined) continue;
    const own = ofPages.get(path) ?? [];
    own.push(event);
    ofPages.set(path, own);
  }
  const kept = new Set<SiteEvent>();
  const changed = new Map<SiteEvent, SiteEvent>();
  for (const [path, own] of ofPages) {
    const last = own.at(-1);
    const was = before.pages[path];
    const is = after.pages[path];
    if (!last || (was === undefined && is === undefined)) continue;
    if (was !== undefined && is !== undefined && isSame(was, is)) continue;
    const type =
      was === undefined ? 'page.created' : is === undefined ? 'page.deleted' : 'page.updated';
    const found = own.findLast((event) => event.type === type);
    kept.add(found ?? last);
    if (found === undefined) changed.set(last, retold(last, type));
  }
  return events.flatMap((event) => {
    if (pathOf(event) === undefined) return [event];
    return kept.has(event) ? [changed.get(event) ?? event] : [];
  });
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
