import { ApiError } from '../../schema/errors.ts';
import { findDeployment } from '../store/deployment-log.ts';
import { findHold } from '../store/holds.ts';
import type { DeploymentRow } from '../store/tables.ts';
import { type ApiCall, isoTime } from './services.ts';

/** A deployment of the project of a request, as the API shows it. */
export async function deploymentView(call: Pick<ApiCall, 'services' | 'project'>, id: string) {
  const { services, project } = call;
  const row = await findDeployment(services.store.db, project.id, id);
  if (!row) throw new ApiError('NOT_FOUND', 'Deployment not found.');
  return (await deploymentViews(call))(row);
}

/** What the build of a deployment found wrong; null where neither the database nor this server knows. */
export function problemCounts(
  { services, project }: Pick<ApiCall, 'services' | 'project'>,
  { id, errors, warnings, notes }: Pick<DeploymentRow, 'id' | 'errors' | 'warnings' | 'notes'>,
) {
  if (errors !== null && warnings !== null && notes !== null) return { errors, warnings, notes };
  // Imported by a version that did not count them.
  const found = services.uploads?.problems(project, id);
  return found ? { errors: found.errors, warnings: found.warnings, notes: found.notes } : null;
}

/** Shows deployments of the project of a request, as it is at this moment. */
export async function deploymentViews({
  services,
  project,
}: Pick<ApiCall, 'services' | 'project'>) {
  const hold = await findHold(services.store.db, project.id);
  const kept = services.uploads?.kept(project) ?? new Set();
  const live = hold ? hold.live_id : project.deployment_id;
  const statusOf = (id: string) => {
    if (id === live) return 'live';
    return hold && id === project.deployment_id ? 'held' : 'superseded';
  };
  return (row: DeploymentRow) => ({
    id: row.id,
    status: statusOf(row.id),
    kept: kept.has(row.id),
    cause: row.cause,
    rebuildOf: row.rebuild_of,
    branch: row.branch,
    commitSha: row.commit_sha,
    pages: row.pages,
    duration: row.duration,
    changes: {
      pagesCreated: row.pages_created,
      pagesUpdated: row.pages_updated,
      pagesDeleted: row.pages_deleted,
      config: row.config_changed === 1,
    },
    problems: problemCounts({ services, project }, row),
    createdAt: isoTime(row.created_at),
    promotedAt: row.promoted_at === null ? null : isoTime(row.promoted_at),
  });
}
