import { createHash } from 'node:crypto';
import { reservedSubdomains } from '../../schema/api/projects.ts';
import { ApiError } from '../../schema/errors.ts';
import { planOf } from '../../schema/plans.ts';
import { samplePages } from '../../schema/sample-site.ts';
import { findProof } from './domains.ts';
import { type Listed, type ListPart, listRows, newestFirst } from './list-part.ts';
import { lockOrg, lockProject } from './locks.ts';
import type { Db, Store, Trx } from './open.ts';
import { prepare } from './prepared.ts';
import type { ProjectRow } from './tables.ts';

/** Values stored by Create Project; a missing subdomain is derived from the slug. */
export interface NewProject
  extends Pick<
    ProjectRow,
    | 'id'
    | 'org_id'
    | 'name'
    | 'slug'
    | 'custom_domain'
    | 'repo_provider'
    | 'repo_owner'
    | 'repo_name'
    | 'repo_branch'
    | 'repo_path'
    | 'created_at'
  > {
  readonly subdomain: string | undefined;
}

/** Fields of a project that an update may change. */
export type ProjectChange = Partial<
  Pick<
    ProjectRow,
    | 'name'
    | 'slug'
    | 'subdomain'
    | 'custom_domain'
    | 'repo_provider'
    | 'repo_owner'
    | 'repo_name'
    | 'repo_branch'
    | 'repo_path'
    | 'config_json'
    | 'config_pending'
    | 'translate_props'
  >
>;

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

/** How many projects an organization has. */
export async function countProjects(db: Db, orgId: string): Promise<number> {
  const { count } = await db
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds a project within the plan's limit; 403 over it, 409 for a taken slug, subdomain or domain. */
export async function createProject(store: Store, project: NewProject): Promise<ProjectRow> {
  return refuseDuplicates(store, () =>
    store.transaction(async (trx) => {
      const org = await lockOrg(trx, project.org_id);
      if (!org) throw new ApiError('NOT_FOUND', 'Organization not found.');
      const count = await countProjects(trx, org.id);
      const limit = planOf(org.plan).projects;
      if (limit !== null && count >= limit) {
        throw new ApiError(
          'LIMIT_EXCEEDED',
          `The ${org.plan} plan allows ${limit} project${limit === 1 ? '' : 's'}. Delete one or upgrade the plan.`,
          {
            status: 403,
            details: [{ path: '', code: 'projects', message: `${count} of ${limit} in use` }],
          },
        );
      }
      await refuseTaken(trx, project.org_id, project);
      const isTest = org.test_of !== null;
      const label = isTest ? `test-${project.slug}` : project.slug;
      const row: ProjectRow = {
        ...project,
        subdomain: project.subdomain ?? (await freeSubdomain(trx, label)),
        livemode: isTest ? 0 : 1,
        config_json: '{}',
        deployed_config_hash: '',
        config_pending: 0,
        source_language: 'en',
        translate_props: null,
        deployment_id: null,
        updated_at: project.created_at,
        version: 1,
        event_seq: 0,
        locked: 0,
      };
      await trx.insertInto('projects').values(row).execute();
      if (isTest) await insertSamplePages(trx, row);
      return row;
    }),
  );
}

/** The pages of a project that nothing is built for. */
async function insertSamplePages(trx: Trx, project: ProjectRow): Promise<void> {
  await trx
    .insertInto('pages')
    .values(
      samplePages.map(({ path, title, text }) => ({
        project_id: project.id,
        path,
        title,
        source_hash: createHash('sha256').update(text).digest('hex'),
        words: text.split(/\s+/).length,
        source_updated_at: project.created_at,
      })),
    )
    .execute();
}

/** Changes a project; `check` sees the row under lock and may refuse, or change the change. */
export async function updateProject(
  store: Store,
  projectId: string,
  work: {
    readonly now: number;
    readonly check: (row: ProjectRow) => ProjectChange;
  },
): Promise<ProjectRow> {
  return refuseDuplicates(store, () =>
    store.transaction(async (trx) => {
      const row = await lockProject(trx, projectId);
      if (!row) throw new ApiError('NOT_FOUND', 'Project not found.');
      const change = work.check(row);
      await refuseTaken(trx, row.org_id, { ...change, id: row.id });
      const updated_at = Math.max(work.now, row.updated_at);
      const next = { ...row, ...change, updated_at, version: row.version + 1 };
      await trx
        .updateTable('projects')
        .set({ ...change, updated_at, version: next.version })
        .where('id', '=', row.id)
        .execute();
      return next;
    }),
  );
}

/** Deletes a project and all that hangs on it; `also` runs in the same transaction. */
export async function deleteProject(
  store: Store,
  projectId: string,
  work: {
    readonly check: (row: ProjectRow) => void;
    readonly also: (trx: Trx, row: ProjectRow) => Promise<void>;
  },
): Promise<void> {
  await store.transaction(async (trx) => {
    const row = await lockProject(trx, projectId);
    if (!row) throw new ApiError('NOT_FOUND', 'Project not found.');
    work.check(row);
    await trx.deleteFrom('projects').where('id', '=', projectId).execute();
    await work.also(trx, row);
  });
}

async function refuseTaken(
  trx: Trx,
  orgId: string,
  wanted: {
    readonly id: string;
    readonly slug?: string | undefined;
    readonly subdomain?: string | undefined;
    readonly custom_domain?: string | null | undefined;
  },
): Promise<void> {
  const others = trx.selectFrom('projects').select('id').where('id', '!=', wanted.id);
  if (wanted.slug !== undefined) {
    const taken = await others
      .where('org_id', '=', orgId)
      .where('slug', '=', wanted.slug)
      .executeTakeFirst();
    if (taken)
      throw alreadyExists('slug', `The organization already has a project "${wanted.slug}".`);
  }
  if (wanted.subdomain !== undefined) {
    const taken = await others.where('subdomain', '=', wanted.subdomain).executeTakeFirst();
    if (taken)
      throw alreadyExists('subdomain', `The subdomain "${wanted.subdomain}" is already in use.`);
  }
  if (typeof wanted.custom_domain === 'string') {
    const taken = await others.where('custom_domain', '=', wanted.custom_domain).executeTakeFirst();
    if (taken)
      throw alreadyExists(
        'customDomain',
        `The domain "${wanted.custom_domain}" is already in use.`,
      );
  }
}

function alreadyExists(path: string, message: string): ApiError {
  return new ApiError('ALREADY_EXISTS', message, { details: [{ path, code: 'taken', message }] });
}

/** Two requests that pass the checks together: the index refuses the second one. */
async function refuseDuplicates<T>(store: Store, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!store.isDuplicate(error)) throw error;
    throw new ApiError(
      'ALREADY_EXISTS',
      'Another request took the same slug, subdomain or domain.',
    );
  }
}

async function freeSubdomain(trx: Trx, slug: string): Promise<string> {
  // A label of a host name has 63 characters at most; a slug may have 100.
  const base = slug.slice(0, 56);
  for (let count = 1; ; count++) {
    const label = count === 1 ? slug.slice(0, 63) : `${base}-${count}`;
    if (count === 1 && reservedSubdomains.includes(label)) continue;
    const taken = await trx
      .selectFrom('projects')
      .select('id')
      .where('subdomain', '=', label)
      .executeTakeFirst();
    if (!taken) return label;
  }
}
