import {
  type ConfigCommitBody,
  configCommit,
  configCommitBody,
  repositoryConfig,
} from '../../schema/api/config-commits.ts';
import { dataOf } from '../../schema/api/shapes.ts';
import { recordChange } from '../api/audit.ts';
import { requireConfig } from '../api/config-text.ts';
import { noCredentials, requireBranchName, requireGitHub } from '../api/repository.ts';
import type { ApiCall, ApiEndpoint } from '../api/services.ts';

const upstream = {
  code: 'UPSTREAM_ERROR',
  description: 'The Git host refused the request or failed.',
} as const;

/** The `docs.json` of a project in its repository. */
export const configCommitRoutes: readonly ApiEndpoint[] = [
  {
    method: 'GET',
    path: '/projects/:projectId/config/repository',
    operationId: 'getRepositoryConfig',
    liveOnly: true,
    tag: 'Projects',
    title: 'Get repository configuration',
    versioned: 'read',
    description:
      'The `docs.json` at the head of the branch that is deployed, as the repository has it, with its version.',
    scope: 'projects:write',
    heavy: true,
    success: { status: 200, description: 'The file.', schema: dataOf(repositoryConfig) },
    errors: [upstream],
    handle: async ({ services, project }) => {
      requireGitHub(project);
      if (!services.repositoryConfig) throw noCredentials();
      return { body: { data: await services.repositoryConfig.read(project) } };
    },
  },
  {
    method: 'POST',
    path: '/projects/:projectId/config/commit',
    operationId: 'commitConfig',
    liveOnly: true,
    tag: 'Projects',
    title: 'Commit configuration',
    description:
      'Commits a `docs.json` to the repository of the project: on the branch that is deployed, or on a new one. No other file changes. The project has the new configuration once the commit is deployed.',
    scope: 'projects:write',
    heavy: true,
    body: configCommitBody,
    bodyLimit: 2 * 1024 * 1024,
    success: { status: 200, description: 'The commit.', schema: dataOf(configCommit) },
    errors: [
      { code: 'ALREADY_EXISTS', description: 'There is a branch of that name.' },
      {
        code: 'PRECONDITION_FAILED',
        description: 'The file in the repository is not the one of `baseSha`.',
      },
      upstream,
    ],
    recordsItself: true,
    handle: commitHandler,
  },
];

async function commitHandler(call: ApiCall) {
  const { services, project } = call;
  const body = call.body as ConfigCommitBody;
  requireGitHub(project);
  requireBranchName(body.branch);
  if (!services.repositoryConfig) throw noCredentials();
  await requireConfig(services, body.configJson, project);
  const { before, ...view } = await services.repositoryConfig.commit(project, body);
  if (view.created) {
    await recordChange(call, {
      operation: 'commitConfig',
      before: { configJson: before, branch: project.repo_branch },
      after: { configJson: body.configJson, branch: body.branch ?? project.repo_branch },
      answer: { data: { id: view.commit } },
    });
  }
  return { body: { data: view } };
}
