import { basename } from 'node:path';
import { listDeployments, openDeployment } from '../../pipeline/output/read.ts';
import { deletedDeployments } from '../store/audit.ts';
import { isProjectId, type NewId } from '../store/ids.ts';
import type { Store } from '../store/open.ts';
import { listOrgs } from '../store/orgs.ts';
import { createProject } from '../store/project-changes.ts';
import { findAnyProject, findDeployedProject, findProjectBySlug } from '../store/projects.ts';
import type { ProjectRow } from '../store/tables.ts';
import type { TaskQueue } from '../tasks/queue.ts';

/** What taking in a deployment needs. */
export interface DeployedTools {
  readonly store: Store;
  readonly queue: TaskQueue;
  readonly now: () => number;
  readonly newId: NewId;
  readonly log: (line: string) => void;
}

/** The project of a deployment that arrives, which is made for the first one of a folder. */
export async function arrivingProject(
  tools: DeployedTools,
  { folder, id, name }: { readonly folder: string; readonly id: string; readonly name?: string },
): Promise<ProjectRow | undefined> {
  const { config } = openDeployment(folder, id);
  const deleted = await deletedDeployments(tools.store.db);
  if (deleted.has(id)) {
    tools.log(`The project of ${folder} was deleted. Build it again to create a new one.`);
    return undefined;
  }
  return projectOf(tools, folder, { name: config.name, slug: slugOf(name ?? config.name) });
}

/** The project an output folder belongs to: the one that holds an earlier deployment of it. */
async function projectOf(
  { store, now, newId }: DeployedTools,
  out: string,
  { name, slug }: { readonly name: string; readonly slug: string },
): Promise<ProjectRow | undefined> {
  const folder = basename(out);
  // Clients send deployments into a folder that is named by the project.
  if (isProjectId(folder)) return findAnyProject(store.db, folder);
  const ids = listDeployments(out).map((deployment) => deployment.id);
  const known = await findDeployedProject(store.db, ids);
  if (known) return known;
  const [org] = await listOrgs(store.db);
  if (!org) return undefined;
  const named = await findProjectBySlug(store.db, org.id, slug);
  if (named) return findAnyProject(store.db, named.id);
  return createProject(store, {
    id: newId('prj'),
    org_id: org.id,
    name: [...name].slice(0, 100).join(''),
    slug,
    subdomain: undefined,
    custom_domain: null,
    repo_provider: null,
    repo_owner: null,
    repo_name: null,
    repo_branch: 'main',
    repo_path: '/',
    created_at: now(),
  });
}

/** A name as a slug: `Acme Docs` → `acme-docs`; `docs` if nothing is left. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return slug || 'docs';
}
