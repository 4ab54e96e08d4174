import { setImmediate } from 'node:timers/promises';
import { openDeployment, readPages } from '../../pipeline/output/read.ts';
import { createTermSearch, type Term } from '../../pipeline/translate/glossary.ts';
import type { ProjectRow } from '../store/tables.ts';
import { deployedIn, type FolderOf } from './translate-source.ts';

/** What counting needs. */
export interface TermUsesTools {
  readonly folderOf: FolderOf;
  /** Brings the sources of a project that are not on this disk. */
  readonly whole?: (projectId: string, part: 'source') => Promise<void>;
}

type Site = Pick<ProjectRow, 'id' | 'deployment_id'>;
type Spelling = Pick<Term, 'term' | 'caseSensitive'>;

/** Deployments whose numbers are kept, and most numbers of each. */
const mostSites = 20;
const mostTerms = 10_000;
/** Pages that are read before other requests have their turn. */
const pagesAtOnce = 20;

/**
 * Counts in how many pages of the source language terms occur. All pages are read for it, so numbers are kept for as long
 * as their deployment is live, and one site is read at a time. Undefined where this server has no deployment.
 */
export function createTermUses({
  folderOf,
  whole,
}: TermUsesTools): (
  project: Site,
  terms: readonly Spelling[],
) => Promise<readonly number[] | undefined> {
  const known = new Map<string, Map<string, number>>();
  let turn: Promise<unknown> = Promise.resolve();
  const count = async (project: Site, terms: readonly Spelling[]) => {
    await whole?.(project.id, 'source');
    const site = deployedIn(folderOf, project);
    if (!site) return undefined;
    const counts = known.get(site.id) ?? new Map<string, number>();
    known.delete(site.id);
    known.set(site.id, counts);
    if (known.size > mostSites) known.delete(known.keys().next().value ?? '');
    if (counts.size > mostTerms) counts.clear();
    const missing = terms.filter((term) => !counts.has(keyOf(term)));
    if (missing.length > 0) {
      for (const [key, pages] of await usesIn(site, missing)) counts.set(key, pages);
    }
    return terms.map((term) => counts.get(keyOf(term)) ?? 0);
  };
  return (project, terms) => {
    const counted = turn.then(() => count(project, terms));
    turn = counted.catch(() => undefined);
    return counted;
  };
}

async function usesIn(
  { out, id }: { readonly out: string; readonly id: string },
  terms: readonly Spelling[],
): Promise<ReadonlyMap<string, number>> {
  const { deployment } = openDeployment(out, id);
  const pages = new Map(terms.map((term) => [keyOf(term), 0]));
  const search = createTermSearch(terms);
  let read = 0;
  for (const page of readPages(out, id)) {
    if (++read % pagesAtOnce === 0) await setImmediate();
    if (page.translationOf !== undefined || page.language !== deployment.sourceLanguage) continue;
    const { title, description, sections } = page;
    const prose = sections.flatMap(({ heading, text }) => [heading, text]);
    for (const term of search([title, description, ...prose].join('\n').normalize('NFC'))) {
      const key = keyOf(term);
      pages.set(key, (pages.get(key) ?? 0) + 1);
    }
  }
  return pages;
}

function keyOf({ term, caseSensitive }: Spelling): string {
  return `${caseSensitive ? '=' : '~'}${term}`;
}
