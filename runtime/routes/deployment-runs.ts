import { deploymentRun, runsQuery } from '../../schema/api/deployment-runs.ts';
import { listOf } from '../../schema/api/shapes.ts';
import { type ApiEndpoint, isoTime } from '../api/services.ts';
import { numberedAnswer, pageOf } from '../http/list.ts';
import { listRuns, runPatience } from '../store/deployment-runs.ts';
import type { DeploymentRunRow } from '../store/tables.ts';

/** What servers are making out of uploads and translations. */
export const deploymentRunRoutes: readonly ApiEndpoint[] = [
  {
    method: 'GET',
    path: '/projects/:projectId/deployment-runs',
    operationId: 'listDeploymentRuns',
    tag: 'Deployments',
    scope: 'projects:read',
    title: 'List deployment runs',
    description:
      'The deployments that a server is receiving or making, from an upload or with new translations, and those that failed since the last one, newest first. With several servers, those of all of them. A build by a command is not among them.',
    query: runsQuery,
    success: { status: 200, description: 'The runs.', schema: listOf(deploymentRun) },
    handle: async ({ services, project, query, url }) => {
      const page = pageOf(query);
      const rows = await listRuns(services.store.db, project.id);
      const shown = rows.slice(page.offset, page.offset + page.limit);
      const now = services.now();
      return numberedAnswer(
        shown.map((row) => runView(row, now)),
        rows.length,
        page,
        url,
      );
    },
  },
];

function runView(row: DeploymentRunRow, now: number) {
  const isLost = row.state === 'running' && now - row.updated_at > runPatience;
  const messages = JSON.parse(row.messages) as { at: number; text: string }[];
  return {
    ...{ id: row.id, cause: row.cause, state: isLost ? 'lost' : row.state },
    ...{ stage: row.stage, done: row.done, total: row.total },
    messages: messages.map(({ at, text }) => ({ at: isoTime(at), text })),
    error: row.error,
    ...{ startedAt: isoTime(row.started_at), updatedAt: isoTime(row.updated_at) },
  };
}
