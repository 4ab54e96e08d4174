import {
  changesQuery,
  deploymentChange,
  deploymentChangeDetails,
  deploymentItem,
  deploymentPage,
  deploymentProblem,
  deploymentsQuery,
  problemsQuery,
} from '../../schema/api/deployments.ts';
import { dataOf, listOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { deploymentViews } from '../api/deployment-view.ts';
import { pageChange } from '../api/page-change.ts';
import { pageSource } from '../api/page-source.ts';
import type { ApiCall, ApiEndpoint } from '../api/services.ts';
import { listAnswer, numberedAnswer, pageOf } from '../http/list.ts';
import { findDeployment, listChanges, listDeployments } from '../store/deployment-log.ts';
import type { DeploymentChangeRow, DeploymentRow } from '../store/tables.ts';

const list = '/projects/:projectId/deployments';
const one = `${list}/:deploymentId`;
const shared = { tag: 'Deployments', scope: 'projects:read' } as const;

/** The builds of a site. */
export const deploymentRoutes: readonly ApiEndpoint[] = [
  {
    ...shared,
    method: 'GET',
    path: list,
    operationId: 'listDeployments',
    title: 'List deployments',
    description: 'The last 100 deployments of a project, newest first.',
    query: deploymentsQuery,
    success: {
      status: 200,
      description: 'One page of deployments.',
      schema: listOf(deploymentItem),
    },
    handle: async (call) => {
      const { services, project, query, url } = call;
      const page = pageOf(query);
      const listed = await listDeployments(services.store.db, {
        projectId: project.id,
        branch: query.branch as string | undefined,
        ...page,
      });
      const view = await deploymentViews(call);
      const keyOf = (row: DeploymentRow) => [row.created_at, row.id];
      return listAnswer(listed, page, { url, view, keyOf });
    },
  },
  {
    ...shared,
    method: 'GET',
    path: one,
    operationId: 'getDeployment',
    title: 'Get deployment',
    versioned: 'read',
    description: 'One deployment, and how much it changed.',
    success: { status: 200, description: 'The deployment.', schema: dataOf(deploymentItem) },
    handle: async (call) => {
      const row = await deploymentOf(call);
      return { body: { data: (await deploymentViews(call))(row) } };
    },
  },
  {
    ...shared,
    method: 'GET',
    path: `${one}/changes`,
    operationId: 'listDeploymentChanges',
    title: 'List changes of a deployment',
    description: 'The pages whose source differs from the deployment before, sorted by path.',
    query: changesQuery,
    success: { status: 200, description: 'One page of changes.', schema: listOf(deploymentChange) },
    handle: async (call) => {
      const { services, project, query, url } = call;
      const { id } = await deploymentOf(call);
      const page = pageOf(query, { name: 'page', types: ['string'] });
      const listed = await listChanges(services.store.db, {
        ...{ projectId: project.id, deploymentId: id, ...page },
        change: query.change as DeploymentChangeRow['change'] | undefined,
      });
      const keyOf = (row: DeploymentChangeRow) => [row.page_path];
      return listAnswer(listed, page, { url, view: changeView, keyOf });
    },
  },
  {
    ...shared,
    method: 'GET',
    path: `${one}/changes/:pagePath+`,
    operationId: 'getDeploymentChange',
    title: 'Get change of a page',
    description:
      'What a deployment changed in the source of a page, line by line, as long as the server has the files of it and of the deployment before, and each has at most 1 MB.',
    success: { status: 200, description: 'The change.', schema: dataOf(deploymentChangeDetails) },
    handle: async (call) => {
      const path = (call.params.pagePath ?? '').normalize('NFC');
      return { body: { data: await pageChange(call, await deploymentOf(call), path) } };
    },
  },
  {
    ...shared,
    method: 'GET',
    path: `${one}/pages/:pagePath+`,
    operationId: 'getDeploymentPage',
    title: 'Get page of a deployment',
    description:
      'The source of a page as a deployment was built from it, as long as its file is on the server and has at most 1 MB.',
    success: { status: 200, description: 'The page.', schema: dataOf(deploymentPage) },
    handle: async (call) => {
      const path = (call.params.pagePath ?? '').normalize('NFC');
      const { id, rebuild_of } = await deploymentOf(call);
      return { body: { data: { pagePath: path, ...pageSource(call, path, [id, rebuild_of]) } } };
    },
  },
  {
    ...shared,
    method: 'GET',
    path: `${one}/problems`,
    operationId: 'listDeploymentProblems',
    title: 'List problems of a deployment',
    description:
      'What the build of a deployment found wrong, by file and place: the first 1000 problems, as long as the files of the deployment are on the server.',
    query: problemsQuery,
    success: {
      status: 200,
      description: 'One page of problems.',
      schema: listOf(deploymentProblem),
    },
    handle: async (call) => {
      const { services, project, query, url } = call;
      const { id } = await deploymentOf(call);
      const page = pageOf(query);
      const found = (services.uploads?.problems(project, id)?.list ?? []).filter(
        ({ severity, file }) =>
          (query.severity ?? severity) === severity && (query.file ?? file) === file,
      );
      const shown = found.slice(page.offset, page.offset + page.limit);
      return numberedAnswer(shown, found.length, page, url);
    },
  },
];

async function deploymentOf({ services, project, params }: ApiCall): Promise<DeploymentRow> {
  const row = await findDeployment(services.store.db, project.id, params.deploymentId ?? '');
  if (!row) throw new ApiError('NOT_FOUND', 'Deployment not found.');
  return row;
}

function changeView(row: DeploymentChangeRow) {
  return { pagePath: row.page_path, pageTitle: row.title, change: row.change };
}
