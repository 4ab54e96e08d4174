import { createHash } from 'node:crypto';
import { reservedSubdomains } from '../../schema/api/projects.ts';
import { ApiError } from '../../schema/errors.ts';
import { planOf } from '../../schema/plans.ts';
import { samplePages } from '../../schema/sample-site.ts';
import { lockOrg, lockProject } from './locks.ts';
import type { Store, Trx } from './open.ts';
import { countProjects } from './projects.ts';
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

/** Fields of a project that an update may change; a subdomain that is null is derived from the slug again. */
export interface ProjectChange extends ChangedFields {
  readonly subdomain?: string | null;
}

type ChangedFields = Partial<
  Pick<
    ProjectRow,
    | 'name'
    | 'slug'
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
      const livemode = org.test_of === null ? 1 : 0;
      const row: ProjectRow = {
        ...project,
        subdomain: project.subdomain ?? (await freeSubdomain(trx, { ...project, livemode })),
        livemode,
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
      if (livemode === 0) await insertSamplePages(trx, row);
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

/**
 * Changes a project; `check` sees the row under lock and may refuse, or change the change. `also` runs in the same
 * transaction, with the row before and after it.
 */
export async function updateProject(
  store: Store,
  projectId: string,
  work: {
    readonly now: number;
    readonly check: (row: ProjectRow) => ProjectChange;
    readonly also?: (trx: Trx, before: ProjectRow, after: ProjectRow) => Promise<void>;
  },
): Promise<ProjectRow> {
  return refuseDuplicates(store, () =>
    store.transaction(async (trx) => {
      const row = await lockProject(trx, projectId);
      if (!row) throw new ApiError('NOT_FOUND', 'Project not found.');
      const { subdomain, ...fields } = work.check(row);
      const change = {
        ...fields,
        ...(subdomain === undefined
          ? {}
          : { subdomain: subdomain ?? (await freeSubdomain(trx, { ...row, ...fields })) }),
      };
      await refuseTaken(trx, row.org_id, { ...change, id: row.id });
      const updated_at = Math.max(work.now, row.updated_at);
      const next = { ...row, ...change, updated_at, version: row.version + 1 };
      await trx
        .updateTable('projects')
        .set({ ...change, updated_at, version: next.version })
        .where('id', '=', row.id)
        .execute();
      await work.also?.(trx, row, next);
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

/** The label that follows from a slug, with a number where another project has it. */
async function freeSubdomain(
  trx: Trx,
  { id, slug, livemode }: Pick<ProjectRow, 'id' | 'slug' | 'livemode'>,
): Promise<string> {
  const name = livemode === 1 ? slug : `test-${slug}`;
  // A label of a host name has 63 characters at most; a slug may have 100.
  const base = name.slice(0, 56);
  for (let count = 1; ; count++) {
    const label = count === 1 ? name.slice(0, 63) : `${base}-${count}`;
    if (count === 1 && reservedSubdomains.includes(label)) continue;
    const taken = await trx
      .selectFrom('projects')
      .select('id')
      .where('subdomain', '=', label)
      .where('id', '!=', id)
      .executeTakeFirst();
    if (!taken) return label;
  }
}
