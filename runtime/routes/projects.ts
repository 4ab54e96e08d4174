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
  reservedSubdomains,
} from '../../schema/api/projects.ts';
import { dataOf, listOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import type { ApiCall, ApiEndpoint, ApiServices } from '../api/services.ts';
import { invalid } from '../http/body.ts';
import { hasTag } from '../http/etags.ts';
import { listAnswer, pageOf } from '../http/list.ts';
import { domainName, isBelowHost } from '../site/domain-name.ts';
import type { Domains } from '../site/domains.ts';
import { addAudit } from '../store/audit.ts';
import {
  configOf,
  createProject,
  deleteProject,
  findProject,
  listProjects,
  type ProjectChange,
  updateProject,
} from '../store/projects.ts';
import type { ProjectRow } from '../store/tables.ts';

const maxConfig = 1024 * 1024;

/** Document 1, Endpoints, Projects. */
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
    description: 'Changes the given fields; `null` clears an optional field. Respects `If-Match`.',
    scope: 'projects:write',
    body: projectUpdate,
    bodyLimit: 2 * 1024 * 1024,
    success: { status: 200, description: 'The updated project.', schema: dataOf(projectUpdated) },
    errors: [
      { code: 'ALREADY_EXISTS', description: 'Slug, subdomain or domain is already in use.' },
      { code: 'PRECONDITION_FAILED', description: 'The project does not match `If-Match`.' },
    ],
    before: async ({ services, project: row, body }) => ({
      ...viewOf(row),
      ...((body as ProjectBody).configJson === undefined
        ? {}
        : { configJson: await configOf(services.store.db, row.id) }),
      translateProps: propsOf(row),
    }),
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
        also: async (trx, { id, slug, deployment_id: deploymentId }) => {
          await addAudit(trx, {
            id: services.newId('aud'),
            org_id: caller.orgId,
            project_id: id,
            actor: caller.keyId,
            action: 'deleteProject',
            detail: JSON.stringify({ target: { projectId: id, slug }, deploymentId }),
            created_at: services.now(),
            request_id: requestId,
          });
          if (deploymentId === null) return;
          await services.queue.enqueue(trx, 'purge', { deploymentId }, { key: deploymentId });
        },
      });
      return { body: { data: { deleted: true, id: row.id } } };
    },
  },
];

/** The owner may have slashes: it is a group of groups on some hosts. */
function repositoryOf(text: string | undefined) {
  const slash = text?.lastIndexOf('/') ?? -1;
  return text === undefined
    ? undefined
    : { owner: text.slice(0, slash), name: text.slice(slash + 1) };
}

async function createHandler({ services, caller, body, base }: ApiCall) {
  if (caller.projectId !== null) {
    throw new ApiError('FORBIDDEN', "A key restricted to one project can't create another.");
  }
  const given = body as ProjectBody & { readonly name: string; readonly slug: string };
  if (!caller.livemode) refuseHosts(given);
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

async function updateHandler({ services, caller, project: before, body, header }: ApiCall) {
  const given = body as ProjectBody;
  if (!caller.livemode) refuseHosts(given);
  const { configJson } = given;
  if (configJson !== undefined) {
    if (Buffer.byteLength(configJson) > maxConfig) {
      throw invalid('configJson', 'out-of-range', 'Expected configJson of at most 1 MB');
    }
    const details = await services.checkConfig(configJson, before);
    if (details.length > 0) {
      throw new ApiError('VALIDATION_ERROR', `configJson: ${details[0]?.message}`, {
        details: details.map((detail) => ({
          ...detail,
          path: detail.path === '' ? 'configJson' : `configJson.${detail.path}`,
        })),
      });
    }
  }
  const now = services.now();
  const row = await updateProject(services.store, before.id, {
    now,
    check: (current) => {
      requireMatch(header('if-match'), current);
      const change = changeOf(given, current, services.domains);
      requireWholeRepository({ ...current, ...change });
      return change;
    },
  });
  return {
    body: { data: { id: row.id, name: row.name, updatedAt: row.updated_at } },
    headers: { ETag: etagOf(row) },
  };
}

/** No site is served for a project of test mode: it must not take the host of another. */
function refuseHosts({ subdomain, customDomain }: ProjectBody): void {
  for (const [name, value] of Object.entries({ subdomain, customDomain })) {
    if (value === undefined || value === null) continue;
    throw invalid(name, 'not-in-test-mode', `${name} can't be set in test mode`);
  }
}

function changeOf(given: ProjectBody, current: ProjectRow, domains: Domains): ProjectChange {
  const slug = given.slug ?? current.slug;
  return {
    ...(given.name !== undefined ? { name: given.name } : {}),
    ...(given.slug !== undefined ? { slug: given.slug } : {}),
    ...(given.subdomain !== undefined
      ? { subdomain: subdomainOf(given.subdomain ?? slug.slice(0, 63)) ?? slug }
      : {}),
    ...(given.customDomain !== undefined
      ? { custom_domain: domainOf(given.customDomain, domains) }
      : {}),
    ...(given.repoProvider !== undefined ? { repo_provider: given.repoProvider } : {}),
    ...(given.repoOwner !== undefined ? { repo_owner: given.repoOwner } : {}),
    ...(given.repoName !== undefined ? { repo_name: given.repoName } : {}),
    ...(given.repoBranch !== undefined ? { repo_branch: given.repoBranch ?? 'main' } : {}),
    ...(given.repoPath !== undefined ? { repo_path: repoPathOf(given.repoPath ?? '/') } : {}),
    ...(given.translateProps !== undefined
      ? { translate_props: propsText(given.translateProps) }
      : {}),
    ...(given.configJson !== undefined && given.configJson !== current.config_json
      ? { config_json: given.configJson, config_pending: 1 as const }
      : {}),
  };
}

function subdomainOf(label: string | undefined): string | undefined {
  if (label !== undefined && reservedSubdomains.includes(label)) {
    throw invalid('subdomain', 'reserved', `The subdomain "${label}" is reserved`);
  }
  return label;
}

/** As host headers carry it; names of the operator's own host follow from subdomains. */
function domainOf(domain: string | null, { baseHost }: Domains): string | null {
  if (domain === null) return null;
  const name = domainName(domain);
  if (name === undefined) {
    throw invalid(
      'customDomain',
      'wrong-format',
      `Unexpected customDomain ${JSON.stringify(domain)}, expected a host name such as docs.example.com`,
    );
  }
  if (isBelowHost(name, baseHost)) {
    const reason = `The domain "${name}" belongs to this service. Use the subdomain field to choose a name below it`;
    throw invalid('customDomain', 'reserved', reason);
  }
  return name;
}

/** One leading slash, none behind, no way out of the repository. */
function repoPathOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..') || path.includes('\\')) {
    throw invalid(
      'repoPath',
      'wrong-format',
      'Unexpected repoPath, expected a folder in the repository',
    );
  }
  return `/${parts.join('/')}`;
}

/** Provider, owner and name come together or not at all. */
function requireWholeRepository(
  row: Pick<ProjectRow, 'repo_provider' | 'repo_owner' | 'repo_name'>,
): void {
  const fields = {
    repoProvider: row.repo_provider,
    repoOwner: row.repo_owner,
    repoName: row.repo_name,
  };
  const missing = Object.entries(fields).flatMap(([name, value]) => (value === null ? [name] : []));
  if (missing.length === 0 || missing.length === 3) return;
  throw invalid(
    missing[0] ?? '',
    'missing-field',
    `Missing ${missing.join(' and ')}: repoProvider, repoOwner and repoName must be set together`,
  );
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

/** Components without properties say nothing. */
function propsText(props: ProjectBody['translateProps']): string | null {
  const named = Object.entries(props ?? {}).filter(([, names]) => names.length > 0);
  return named.length === 0 ? null : JSON.stringify(Object.fromEntries(named));
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
