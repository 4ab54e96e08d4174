import { findProof } from './domains.ts';
import { type Listed, type ListPart, listRows, newestFirst } from './list-part.ts';
import type { Db } from './open.ts';
import { prepare } from './prepared.ts';
import type { ProjectRow } from './tables.ts';

/**
 * A project as requests need it. Its configuration may take megabytes: it comes along only while it differs from
 * the deployment's.
 */
export interface ProjectFacts extends Omit<ProjectRow, 'config_json'> {
  /** `config_json` if the API changed it after the last deployment. */
  changed_config: string | null;
}

const columns = [
  ...(['id', 'org_id', 'name', 'slug', 'subdomain', 'custom_domain', 'source_language'] as const),
  ...(['repo_provider', 'repo_owner', 'repo_name', 'repo_branch', 'repo_path'] as const),
  ...(['deployed_config_hash', 'config_pending', 'translate_props', 'deployment_id'] as const),
  'livemode',
  ...(['created_at', 'updated_at', 'version', 'event_seq', 'locked'] as const),
] satisfies (keyof ProjectRow)[];

function selectFacts(db: Db) {
  return db
    .selectFrom('projects')
    .select(columns)
    .select((eb) =>
      eb
        .case()
        .when('config_pending', '=', eb.lit(1))
        .then(eb.ref('config_json'))
        .end()
        .as('changed_config'),
    );
}

/** The configuration of a project. */
export async function configOf(db: Db, projectId: string): Promise<string> {
  const query = db.selectFrom('projects').select('config_json').where('id', '=', projectId);
  return (await query.executeTakeFirst())?.config_json ?? '';
}

/** The project of that id within an organization. */
export function findProject(
  db: Db,
  orgId: string,
  projectId: string,
): Promise<ProjectFacts | undefined> {
  return projectOfOrg(db, [projectId, orgId]);
}

const projectOfOrg = prepare((db) => selectFacts(db).where('id', '=', '').where('org_id', '=', ''));

/** The project of that slug within an organization. */
export async function findProjectBySlug(
  db: Db,
  orgId: string,
  slug: string,
): Promise<ProjectFacts | undefined> {
  return selectFacts(db).where('slug', '=', slug).where('org_id', '=', orgId).executeTakeFirst();
}

/**
 * The project that a reader refers to: by id, or by the requested host, or by a slug that only one
 * project of the instance has. An ambiguous slug matches none, and projects of test mode have their id alone.
 */
export async function findPublicProject(
  db: Db,
  idOrSlug: string,
  host: string,
): Promise<ProjectFacts | undefined> {
  const rows = await selectFacts(db)
    .where((eb) =>
      eb.or([eb('id', '=', idOrSlug), eb.and([eb('slug', '=', idOrSlug), eb('livemode', '=', 1)])]),
    )
    .limit(100)
    .execute();
  const byId = rows.find((row) => row.id === idOrSlug);
  if (byId) return byId;
  if (rows.length < 2) return rows[0];
  // A custom domain belongs to one project; its first label can be another project's subdomain.
  const claimed = rows.find((row) => row.custom_domain === host);
  if (claimed && (await findProof(db, host, claimed.id))) return claimed;
  return rows.find((row) => row.subdomain === host.split('.')[0]);
}

/** A project by its id, of whatever organization: for work of the server itself. */
export async function findAnyProject(db: Db, id: string): Promise<ProjectRow | undefined> {
  return db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Every project of the instance, with its configuration. */
export async function allProjects(db: Db): Promise<ProjectRow[]> {
  return db.selectFrom('projects').selectAll().orderBy('created_at').orderBy('id').execute();
}

/** What tells the project of a host, for every project of the instance. */
export async function hostsOfProjects(
  db: Db,
): Promise<Pick<ProjectRow, 'id' | 'subdomain' | 'custom_domain'>[]> {
  return db
    .selectFrom('projects')
    .select(['id', 'subdomain', 'custom_domain'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Ids of the live projects of an organization, or of all, oldest first. */
export async function projectIds(db: Db, orgId: string | undefined): Promise<string[]> {
  let query = db.selectFrom('projects').select('id').where('livemode', '=', 1);
  if (orgId !== undefined) query = query.where('org_id', '=', orgId);
  return (await query.orderBy('created_at').orderBy('id').execute()).map(({ id }) => id);
}

/** The oldest project that shows one of these deployments. */
export async function findDeployedProject(
  db: Db,
  deployments: readonly string[],
): Promise<ProjectRow | undefined> {
  if (deployments.length === 0) return undefined;
  return db
    .selectFrom('projects')
    .selectAll()
    .where('deployment_id', 'in', deployments)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** One page of an organization's projects, newest first; `only` is the project of a bound key. */
export async function listProjects(
  db: Db,
  query: ListPart & {
    readonly orgId: string;
    readonly only: string | null;
    readonly slug?: string | undefined;
    readonly repository?: { readonly owner: string; readonly name: string } | undefined;
  },
): Promise<Listed<ProjectRow>> {
  let base = db.selectFrom('projects').where('org_id', '=', query.orgId);
  if (query.only) base = base.where('id', '=', query.only);
  if (query.slug !== undefined) base = base.where('slug', '=', query.slug);
  if (query.repository) {
    const { owner, name } = query.repository;
    base = base.where('repo_owner', '=', owner).where('repo_name', '=', name);
  }
  return listRows(base, newestFirst, query);
}

/** Whether a project of another organization names the repository of this one. */
export async function sharesRepository(
  db: Db,
  { org_id: orgId, repo_owner: owner, repo_name: name }: ProjectFacts,
): Promise<boolean> {
  const found = await db
    .selectFrom('projects')
    .select('id')
    .where('livemode', '=', 1)
    .where('org_id', '!=', orgId)
    .where((eb) => eb(eb.fn<string>('lower', ['repo_owner']), '=', (owner ?? '').toLowerCase()))
    .where((eb) => eb(eb.fn<string>('lower', ['repo_name']), '=', (name ?? '').toLowerCase()))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** How many projects an organization has. */
export async function countProjects(db: Db, orgId: string): Promise<number> {
  const { count } = await db
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
