import {
  type ProjectBody,
  type ProjectView,
  project,
  projectCreate,
  projectCreated,
  projectDeleted,
  projectItem,
  projectsQuery,
  projectUpdate,
  projectUpdated,
} from '../../schema/api/projects.ts';
import { dataOf, listOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { requireConfig } from '../api/config-text.ts';
import {
  changeOf,
  domainOf,
  refuseHosts,
  repoPathOf,
  repositoryOf,
  requireWholeRepository,
  subdomainOf,
} from '../api/project-change.ts';
import { requireBranchName } from '../api/repository.ts';
import type { ApiCall, ApiEndpoint, ApiServices } from '../api/services.ts';
import { hasTag } from '../http/etags.ts';
import { listAnswer, pageOf } from '../http/list.ts';
import { addAudit } from '../store/audit.ts';
import { createProject, deleteProject, updateProject } from '../store/project-changes.ts';
import { configOf, findProject, listProjects } from '../store/projects.ts';
import type { ProjectRow } from '../store/tables.ts';

/** The projects of an organization, with their settings. */
export const projectRoutes: readonly ApiEndpoint[] = [
  {
    method: 'GET',
    path: '/projects',
    operationId: 'listProjects',
    tag: 'Projects',
    title: 'List projects',
    description: "The caller's projects, newest first.",
    scope: 'projects:read',
    query: projectsQuery,
    success: { status: 200, description: 'One page of projects.', schema: listOf(projectItem) },
    handle: async ({ services, caller, query, url }) => {
      const page = pageOf(query);
      const listed = await listProjects(services.store.db, {
        orgId: caller.orgId,
        only: caller.projectId,
        slug: query.slug as string | undefined,
        repository: repositoryOf(query.repository as string | undefined),
        ...page,
      });
      const keyOf = (row: ProjectRow) => [row.created_at, row.id];
      return listAnswer(listed, page, { url, view: viewOf, keyOf });
    },
  },
  {
    method: 'POST',
    path: '/projects',
    operationId: 'createProject',
    tag: 'Projects',
    title: 'Create project',
    versioned: 'create',
    description: 'Adds a project to the organization of the key.',
    scope: 'projects:write',
    body: projectCreate,
    success: { status: 201, description: 'The new project.', schema: dataOf(projectCreated) },
    errors: [
      { code: 'ALREADY_EXISTS', description: 'Slug, subdomain or domain is already in use.' },
      {
        code: 'LIMIT_EXCEEDED',
        status: 403,
        description: 'The plan does not allow more projects.',
      },
    ],
    handle: createHandler,
  },
  {
    method: 'GET',
    path: '/projects/:projectId',
    operationId: 'getProject',
    tag: 'Projects',
    title: 'Get project',
    versioned: 'read',
    description: 'One project with its configuration. `ETag` identifies its version.',
    scope: 'projects:read',
    success: { status: 200, description: 'The project.', schema: dataOf(project) },
    handle: async ({ services, project: before, header }) => {
      const domain = await domainViewOf(services, before);
      // The look at the domain may have changed what is known of it.
      const row = (await findProject(services.store.db, before.org_id, before.id)) ?? before;
      const headers = { ETag: etagOf(row), 'Cache-Control': 'private, no-cache' };
      if (hasTag(header('if-none-match'), etagOf(row), 'weakly'))
        return { status: 304, body: null, headers };
      return {
        body: {
          data: {
            ...viewOf(row),
            ...domain,
            // Read last: with the ETag of an older one, a newer configuration is never overwritten.
            configJson: await configOf(services.store.db, row.id),
            translateProps: propsOf(row),
          },
        },
        headers,
      };
    },
  },
  {
    method: 'PATCH',
    path: '/projects/:projectId',
    operationId: 'updateProject',
    tag: 'Projects',
    title: 'Update project',
    versioned: 'write',
    description:
      'Changes the given fields; `null` clears an optional field. The site is built again with a changed `configJson`, which counts until a changed `docs.json` is deployed. Respects `If-Match`.',
    scope: 'projects:write',
    body: projectUpdate,
    bodyLimit: 2 * 1024 * 1024,
    success: { status: 200, description: 'The updated project.', schema: dataOf(projectUpdated) },
    errors: [
      { code: 'ALREADY_EXISTS', description: 'Slug, subdomain or domain is already in use.' },
      { code: 'PRECONDITION_FAILED', description: 'The project does not match `If-Match`.' },
    ],
    state: stateOf,
    handle: updateHandler,
  },
  {
    method: 'DELETE',
    path: '/projects/:projectId',
    operationId: 'deleteProject',
    tag: 'Projects',
    title: 'Delete project',
    versioned: 'write',
    description: 'Permanently deletes the project and everything that belongs to it.',
    scope: 'projects:write',
    success: { status: 200, description: 'The deleted project.', schema: dataOf(projectDeleted) },
    errors: [
      { code: 'PRECONDITION_FAILED', description: 'The project does not match `If-Match`.' },
    ],
    recordsItself: true,
    handle: async ({ services, caller, project: row, header, requestId }) => {
      await deleteProject(services.store, row.id, {
        check: (current) => requireMatch(header('if-match'), current),
        also: async (trx, { id, slug, name, deployment_id: deploymentId }) => {
          await addAudit(trx, {
            id: services.newId('aud'),
            org_id: caller.orgId,
            project_id: id,
            actor: caller.keyId,
            action: 'deleteProject',
            detail: JSON.stringify({
              target: { projectId: id, slug },
              deploymentId,
              changes: [{ field: 'name', before: name, after: null }],
            }),
            created_at: services.now(),
            request_id: requestId,
          });
          // Without a deployment there may be previews.
          const data = { projectId: id, deploymentId };
          await services.queue.enqueue(trx, 'purge', data, { key: id });
        },
      });
      return { body: { data: { deleted: true, id: row.id } } };
    },
  },
];

async function createHandler({ services, caller, body, base }: ApiCall) {
  if (caller.projectId !== null) {
    throw new ApiError('FORBIDDEN', "A key restricted to one project can't create another.");
  }
  const given = body as ProjectBody & { readonly name: string; readonly slug: string };
  if (!caller.livemode) refuseHosts(given);
  requireBranchName(given.repoBranch, 'repoBranch');
  const repository = {
    repo_provider: given.repoProvider ?? null,
    repo_owner: given.repoOwner ?? null,
    repo_name: given.repoName ?? null,
  };
  requireWholeRepository(repository);
  const row = await createProject(services.store, {
    id: services.newId('prj'),
    org_id: caller.orgId,
    name: given.name,
    slug: given.slug,
    subdomain: subdomainOf(given.subdomain ?? undefined),
    custom_domain: domainOf(given.customDomain ?? null, services.domains),
    ...repository,
    repo_branch: given.repoBranch ?? 'main',
    repo_path: repoPathOf(given.repoPath ?? '/'),
    created_at: services.now(),
  });
  return {
    body: { data: { id: row.id, name: row.name, slug: row.slug, createdAt: row.created_at } },
    headers: { Location: `${base}/projects/${row.id}`, ETag: etagOf(row) },
  };
}

/** The settings of a project as the audit log compares them. */
async function stateOf({ services, caller, project, body }: ApiCall) {
  const { db } = services.store;
  const row = await findProject(db, caller.orgId, project.id);
  if (!row) return undefined;
  const { updatedAt: _, ...view } = viewOf(row);
  const isConfig = (body as ProjectBody).configJson !== undefined;
  return {
    ...view,
    ...(isConfig ? { configJson: await configOf(db, row.id) } : {}),
    translateProps: propsOf(row),
  };
}

async function updateHandler({ services, caller, project: before, body, header }: ApiCall) {
  const given = body as ProjectBody;
  if (!caller.livemode) refuseHosts(given);
  requireBranchName(given.repoBranch, 'repoBranch');
  const { configJson } = given;
  if (configJson !== undefined) await requireConfig(services, configJson, before);
  const now = services.now();
  const row = await updateProject(services.store, before.id, {
    now,
    check: (current) => {
      requireMatch(header('if-match'), current);
      const change = changeOf(given, current, services.domains);
      requireWholeRepository({ ...current, ...change });
      return change;
    },
    also: async (trx, { config_json }, { id: projectId, version, ...after }) => {
      if (after.config_json === config_json) return;
      // The site is built again with them.
      const key = `${projectId} settings ${version}`;
      await services.queue.enqueue(trx, 'deploy', { projectId }, { key });
    },
  });
  return {
    body: { data: { id: row.id, name: row.name, updatedAt: row.updated_at } },
    headers: { ETag: etagOf(row) },
  };
}

/** A project, its configuration left out. */
type Shown = Omit<ProjectRow, 'config_json'>;

function viewOf(row: Shown): ProjectView {
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    slug: row.slug,
    subdomain: row.subdomain,
    customDomain: row.custom_domain,
    repoProvider: row.repo_provider,
    repoOwner: row.repo_owner,
    repoName: row.repo_name,
    repoBranch: row.repo_branch,
    repoPath: row.repo_path,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** What is known of the domain of a project, and how to prove it. */
async function domainViewOf(
  { domains }: ApiServices,
  { id, custom_domain: domain }: Shown,
): Promise<Pick<ProjectView, 'customDomainState' | 'customDomainToken'>> {
  if (domain === null) return {};
  return {
    customDomainState: await domains.stateOf(id, domain),
    customDomainToken: domains.tokenOf(id),
  };
}

function propsOf(row: Shown): Record<string, string[]> {
  return JSON.parse(row.translate_props ?? '{}') as Record<string, string[]>;
}

function etagOf(row: Shown): string {
  return `"${row.id.slice(4)}-${row.version}"`;
}

function requireMatch(header: string | undefined, row: Shown): void {
  if (header === undefined || hasTag(header, etagOf(row), 'strongly')) return;
  throw new ApiError(
    'PRECONDITION_FAILED',
    'The project has changed since it was read. Fetch it again.',
    { headers: { ETag: etagOf(row) } },
  );
}
