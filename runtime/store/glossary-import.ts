import { ApiError } from '../../schema/errors.ts';
import { foldTerm, isSameTerm } from '../../schema/glossary.ts';
import { planOf } from '../../schema/plans.ts';
import { chunks } from './events.ts';
import { allTerms, markGlossaryOutdated, type TermChange } from './glossary.ts';
import { lockOrg, lockProject } from './locks.ts';
import type { Store } from './open.ts';
import type { TermRow } from './tables.ts';

/** A term as a file has it: what it leaves out stays as it is. */
export type ImportedTerm = TermChange & { readonly term: string };

/** The result of one. */
export interface ImportResult {
  readonly result: 'added' | 'changed' | 'unchanged' | 'refused';
  /** Why it was refused. */
  readonly message?: string;
}

/**
 * Adds terms, or changes those that the glossary has; translations into other languages stay. All that is not refused is
 * stored at once, or nothing with `isTrial`.
 */
export async function importTerms(
  store: Store,
  owner: { readonly orgId: string; readonly projectId: string },
  given: readonly ImportedTerm[],
  tools: { readonly newId: () => string; readonly now: number; readonly isTrial: boolean },
): Promise<readonly ImportResult[]> {
  return store.transaction(async (trx) => {
    const org = await lockOrg(trx, owner.orgId);
    const project = await lockProject(trx, owner.projectId);
    if (!org || !project) throw new ApiError('NOT_FOUND', 'Project not found.');
    const { terms: limit } = planOf(org.plan);
    const plan = planImport(await allTerms(trx, owner.projectId), given, {
      ...{ ...tools, projectId: owner.projectId },
      limit: limit === null ? undefined : { terms: limit, plan: org.plan },
    });
    if (tools.isTrial) return plan.results;
    for (const part of chunks(plan.added, 100)) {
      await trx.insertInto('glossary').values(part).execute();
    }
    for (const { id, ...row } of plan.changed) {
      await trx.updateTable('glossary').set(row).where('id', '=', id).execute();
    }
    if (plan.added.length + plan.changed.length > 0) {
      await markGlossaryOutdated(trx, owner.projectId);
    }
    return plan.results;
  });
}

function planImport(
  rows: readonly TermRow[],
  given: readonly ImportedTerm[],
  {
    projectId,
    newId,
    now,
    limit,
  }: {
    readonly projectId: string;
    readonly newId: () => string;
    readonly now: number;
    readonly limit: { readonly terms: number; readonly plan: string } | undefined;
  },
) {
  const known = new Map<string, TermRow[]>();
  for (const row of rows) known.set(row.folded, [...(known.get(row.folded) ?? []), row]);
  const added: TermRow[] = [];
  const changed: TermRow[] = [];
  const seen = new Set<string>();
  const results = given.map((one): ImportResult => {
    const folded = foldTerm(one.term);
    const twins = known.get(folded) ?? [];
    const row = twins.find(({ term }) => term === one.term) ?? theOnly(twins, one);
    const next = merged(row ?? blank({ projectId, folded, term: one.term, now }), one);
    const other = twins.find((twin) => twin !== row && isSameTerm(asTerm(twin), asTerm(next)));
    if (other) return refused(`It differs from "${other.term}" by case only.`);
    if (row && seen.has(row.id)) return refused('An earlier line has the same term.');
    if (!row && limit && rows.length + added.length >= limit.terms) {
      return refused(`The ${limit.plan} plan allows ${limit.terms} glossary terms.`);
    }
    if (row && isEqual(row, next)) {
      seen.add(row.id);
      return { result: 'unchanged' };
    }
    const stored = row ? { ...next, updated_at: now } : { ...next, id: newId() };
    seen.add(stored.id);
    (row ? changed : added).push(stored);
    known.set(folded, [...twins.filter((twin) => twin !== row), stored]);
    return { result: row ? 'changed' : 'added' };
  });
  return { results, added, changed };
}

/** The one term that is the same except for case, if case does not matter. */
function theOnly(twins: readonly TermRow[], one: ImportedTerm): TermRow | undefined {
  const same = twins.filter((twin) => isSameTerm(asTerm(twin), asTerm({ ...twin, ...one })));
  return same.length === 1 ? same[0] : undefined;
}

function blank(
  row: { readonly projectId: string } & Pick<TermRow, 'folded' | 'term'> & { readonly now: number },
): TermRow {
  const { projectId, folded, term, now } = row;
  return {
    ...{ id: '', project_id: projectId, folded, term, description: '', translations: '{}' },
    ...{ case_sensitive: 1, do_not_translate: 0, created_at: now, updated_at: now },
  };
}

function merged(row: TermRow, { term: _, translations, ...rest }: ImportedTerm): TermRow {
  const both = { ...JSON.parse(row.translations), ...JSON.parse(translations ?? '{}') };
  return { ...row, ...rest, translations: JSON.stringify(both) };
}

function isEqual(one: TermRow, other: TermRow): boolean {
  const sorted = (text: string) => JSON.stringify(Object.entries(JSON.parse(text)).sort());
  return (
    sorted(one.translations) === sorted(other.translations) &&
    one.description === other.description &&
    one.case_sensitive === other.case_sensitive &&
    one.do_not_translate === other.do_not_translate
  );
}

function asTerm({ term, case_sensitive }: Pick<TermRow, 'term' | 'case_sensitive'>) {
  return { term, caseSensitive: case_sensitive === 1 };
}

function refused(message: string): ImportResult {
  return { result: 'refused', message };
}
