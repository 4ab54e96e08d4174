import type { SiteEvent } from '../../schema/events.ts';
import type { Trx } from '../store/open.ts';
import type { ProjectRow } from '../store/tables.ts';
import { emit, type Happening } from '../webhooks/outbox.ts';
import type { DeployedTools } from './arriving.ts';

/** Publishes what builds of a project have reported. */
export async function tell(
  { now, newId }: Pick<DeployedTools, 'now' | 'newId'>,
  trx: Trx,
  {
    project,
    events,
  }: { readonly project: Pick<ProjectRow, 'id' | 'org_id'>; readonly events: readonly SiteEvent[] },
): Promise<void> {
  await emit(trx, {
    orgId: project.org_id,
    projectId: project.id,
    newId,
    now: now(),
    events: events.map(
      (event) =>
        ({
          id: event.id,
          type: event.type,
          // A build does not know which project it is of.
          data: 'projectId' in event.data ? { ...event.data, projectId: project.id } : event.data,
          timestamp: Date.parse(event.timestamp),
        }) as Happening,
    ),
  });
}
