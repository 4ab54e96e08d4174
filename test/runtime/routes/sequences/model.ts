import { isSameTerm } from '../../../../schema/glossary.ts';
import { planOf } from '../../../../schema/plans.ts';
import type { Actor, Worlds } from './worlds.ts';

/** What a project should have, by what was asked for. */
export interface Project {
  readonly id: string;
  readonly owner: 'own' | 'other';
  slug: string;
  etag: string;
  pages: readonly string[];
  languages: { readonly code: string; autoTranslate: boolean }[];
  terms: Term[];
  webhooks: Webhook[];
}

export interface Term {
  readonly id: string;
  term: string;
  caseSensitive: boolean;
  translations: Readonly<Record<string, string>>;
}

export interface Webhook {
  readonly id: string;
  url: string;
  active: boolean;
  /** States of its deliveries, oldest first. */
  readonly deliveries: string[];
}

/** The state that a sequence of requests should lead to. */
export interface Model {
  readonly limits: ReturnType<typeof planOf>;
  projects: Project[];
  /** Keys of repeatable requests that were sent. */
  keys: number;
}

export function emptyModel(plan: string): Model {
  return { limits: planOf(plan), projects: [], keys: 0 };
}

/** A project that never was. */
const missing: Project = {
  ...{ id: 'prj_00000000000000000000000000', owner: 'own', slug: '', etag: '"x-1"' },
  ...{ pages: [], languages: [], terms: [], webhooks: [] },
};

/** Some project, now and then one that does not exist. */
export function projectAt({ projects }: Model, place: number): Project {
  return place === 7 ? missing : (nth(projects, place) ?? missing);
}

export function nth<Item>(items: readonly Item[], place: number): Item | undefined {
  return items[place % Math.max(1, items.length)];
}

export function ownerOf(actor: Actor): Project['owner'] {
  return actor === 'stranger' ? 'other' : 'own';
}

/** The status of a request that ends before its handler: no key, not visible, without the scope. */
export function refusal(
  model: Model,
  actor: Actor,
  asked: { readonly project?: Project; readonly writes: boolean },
): number | undefined {
  const { project, writes } = asked;
  if (actor === 'expired') return 401;
  if (project && !(model.projects.includes(project) && project.owner === ownerOf(actor))) {
    return 404;
  }
  return writes && actor === 'reader' ? 403 : undefined;
}

/** Whether a list is full on the plan. */
export function isFull(list: readonly unknown[], limit: number | null): boolean {
  return limit !== null && list.length >= limit;
}

export function hasTwin(
  { terms }: Project,
  term: Pick<Term, 'term' | 'caseSensitive'>,
  self?: Term,
): boolean {
  return terms.some((other) => other !== self && isSameTerm(other, term));
}

/** All rows of a list by its links, forward; the way back must lead past the same rows. */
export async function walk(
  { ask }: Worlds,
  actor: Actor,
  path: string,
): Promise<readonly { readonly id: string }[]> {
  const go = async (start: string, rel: 'next' | 'prev') => {
    const pages: { readonly id: string }[][] = [];
    let at: string | undefined = start;
    let last = start;
    while (at !== undefined) {
      const { body, headers } = await ask(actor, `GET ${at}`);
      pages.push(body.data);
      if (pages.length > 100) throw new Error(`GET ${path} has no end.`);
      last = at;
      const link: string = headers.get('link') ?? '';
      at = new RegExp(`</api/v1([^>]+)>; rel="${rel}"`).exec(link)?.[1];
    }
    return { pages, last };
  };
  const forward = await go(path, 'next');
  const back = await go(forward.last, 'prev');
  const rows = forward.pages.flat();
  const returned = back.pages.reverse().flat();
  if (JSON.stringify(returned) !== JSON.stringify(rows)) {
    throw new Error(`GET ${path} has other rows on the way back: ${JSON.stringify(returned)}`);
  }
  return rows;
}
