import { sql } from 'kysely';
import { ApiError } from '../../schema/errors.ts';
import { foldTerm, isSameTerm } from '../../schema/glossary.ts';
import { planOf } from '../../schema/plans.ts';
import { type Listed, type ListPart, listRows } from './list-part.ts';
import { lockOrg, lockProject } from './locks.ts';
import type { Db, Store, Trx } from './open.ts';
import type { TermRow } from './tables.ts';

/** What a caller gives for a term; the store adds the folded form. */
export type NewTerm = Omit<TermRow, 'folded' | 'updated_at' | 'project_id'>;

export type TermChange = Partial<
  Pick<TermRow, 'term' | 'description' | 'translations' | 'case_sensitive' | 'do_not_translate'>
>;

/** Adds a term; 429 over the plan's limit, 409 when the project has it already. */
export async function createTerm(
  store: Store,
  owner: { readonly orgId: string; readonly projectId: string },
  term: NewTerm,
): Promise<TermRow> {
  return store.transaction(async (trx) => {
    const org = await lockOrg(trx, owner.orgId);
    const project = await lockProject(trx, owner.projectId);
    if (!org || !project) throw new ApiError('NOT_FOUND', 'Project not found.');
    const row = {
      ...term,
      project_id: owner.projectId,
      folded: foldTerm(term.term),
      updated_at: term.created_at,
    };
    await refuseTwin(trx, row);
    const limit = planOf(org.plan).terms;
    if (limit !== null) {
      const count = await countTerms(trx, owner.projectId, null);
      if (count >= limit) {
        throw new ApiError(
          'LIMIT_EXCEEDED',
          `The ${org.plan} plan allows ${limit} glossary terms.`,
          {
            details: [{ path: '', code: 'glossary', message: `${count} of ${limit} in use` }],
          },
        );
      }
    }
    await trx.insertInto('glossary').values(row).execute();
    await markGlossaryOutdated(trx, owner.projectId);
    return row;
  });
}

/** Changes the given fields of a term; 404 when the project has no such term. */
export async function updateTerm(
  store: Store,
  where: { readonly projectId: string; readonly termId: string; readonly now: number },
  change: TermChange,
): Promise<TermRow> {
  return store.transaction(async (trx) => {
    await lockProject(trx, where.projectId);
    const row = await findTerm(trx, where.projectId, where.termId);
    if (!row) throw new ApiError('NOT_FOUND', 'Glossary term not found.');
    const next = { ...row, ...change, updated_at: where.now };
    next.folded = foldTerm(next.term);
    await refuseTwin(trx, next);
    const { id, ...rest } = next;
    await trx.updateTable('glossary').set(rest).where('id', '=', id).execute();
    await markGlossaryOutdated(trx, where.projectId);
    return next;
  });
}

/** Deletes a term; 404 when the project has no such term. */
export async function deleteTerm(store: Store, projectId: string, termId: string): Promise<void> {
  await store.transaction(async (trx) => {
    await lockProject(trx, projectId);
    const { numDeletedRows } = await trx
      .deleteFrom('glossary')
      .where('id', '=', termId)
      .where('project_id', '=', projectId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new ApiError('NOT_FOUND', 'Glossary term not found.');
    await markGlossaryOutdated(trx, projectId);
  });
}

/** The term of that id within a project. */
export async function findTerm(
  db: Db,
  projectId: string,
  termId: string,
): Promise<TermRow | undefined> {
  return db
    .selectFrom('glossary')
    .selectAll()
    .where('id', '=', termId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

/** One page of a project's terms, by term; `q` finds them by any part of the name. */
export async function listTerms(
  db: Db,
  query: ListPart & { readonly projectId: string; readonly q: string | null },
): Promise<Listed<TermRow>> {
  const base = matching(db, query.projectId, query.q);
  return listRows(base, { columns: ['folded', 'id'], order: 'asc' }, query);
}

/** All terms of a project: for a translation run. */
export async function allTerms(db: Db, projectId: string): Promise<TermRow[]> {
  return matching(db, projectId, null).selectAll().orderBy('folded').orderBy('id').execute();
}

/** Differs after every change of a project's terms. */
export async function glossaryState(db: Db, projectId: string): Promise<string> {
  const { count, newest } = await matching(db, projectId, null)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('updated_at').as('newest')])
    .executeTakeFirstOrThrow();
  return `${count} ${newest}`;
}

function matching(db: Db, projectId: string, q: string | null) {
  let query = db.selectFrom('glossary').where('project_id', '=', projectId);
  if (q) {
    // A wildcard in the search text is matched literally.
    const pattern = `%${foldSearch(q).replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(sql<boolean>`folded like ${pattern} escape '\\'`);
  }
  return query;
}

/** A search text keeps its spaces at the edges: `"a "` finds an a followed by a space. */
function foldSearch(q: string): string {
  return q.normalize('NFC').toLowerCase();
}

async function countTerms(db: Db, projectId: string, q: string | null): Promise<number> {
  const { count } = await matching(db, projectId, q)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** 409 when the project has the term already. */
async function refuseTwin(trx: Trx, term: TermRow): Promise<void> {
  const twins = await trx
    .selectFrom('glossary')
    .select(['term', 'case_sensitive'])
    .where('project_id', '=', term.project_id)
    .where('folded', '=', term.folded)
    .where('id', '!=', term.id)
    .execute();
  const asTerm = (row: Pick<TermRow, 'term' | 'case_sensitive'>) => ({
    term: row.term,
    caseSensitive: row.case_sensitive === 1,
  });
  const twin = twins.find((other) => isSameTerm(asTerm(other), asTerm(term)));
  if (twin) {
    throw new ApiError('ALREADY_EXISTS', `The glossary already contains the term "${twin.term}".`, {
      details: [{ path: 'term', code: 'taken', message: `"${twin.term}" exists` }],
    });
  }
}

/** Pages keep their status when the glossary changes; only this mark tells. */
export async function markGlossaryOutdated(trx: Trx, projectId: string): Promise<void> {
  const languages = await trx
    .selectFrom('languages')
    .select('code')
    .where('project_id', '=', projectId)
    .execute();
  for (const { code } of languages) {
    // By language and status, as in the index: pages without a translation are not even read.
    await trx
      .updateTable('records')
      .set({ glossary_outdated: 1 })
      .where('project_id', '=', projectId)
      .where('language', '=', code)
      .where('status', 'in', ['completed', 'stale', 'failed', 'in_progress'])
      .where('translated_hash', 'is not', null)
      .where('human_owned', '=', 0)
      .where('glossary_outdated', '=', 0)
      .execute();
  }
}
