import {
  pageSearchesItem,
  pageSearchesQuery,
  type SearchesBody,
  searchesBody,
  searchesItem,
  searchesQuery,
  searchesView,
} from '../../schema/api/searches.ts';
import { dataOf, listOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import { countRead } from '../api/assistant-reads.ts';
import { type ApiCall, type ApiEndpoint, isoTime } from '../api/services.ts';
import { readerBodyLimit } from '../http/body.ts';
import { numberedAnswer, pageOf } from '../http/list.ts';
import { keptQuery } from '../site/kept-query.ts';
import { pageAt } from '../site/page-at.ts';
import { dayLength } from '../store/assistant-days.ts';
import { countPageSearch, listPageSearches } from '../store/page-searches.ts';
import { findPage } from '../store/records.ts';
import {
  countSearchedPages,
  countSearches,
  listSearches,
  type SearchTotal,
} from '../store/searches.ts';

/** What readers search for: reported by the search dialog, counted by day, listed for the operator. */
export const searchesRoutes: readonly ApiEndpoint[] = [
  {
    method: 'POST',
    path: '/search/:projectId/searches',
    operationId: 'reportSearches',
    tag: 'Readers',
    title: 'Report searches',
    description:
      'Counts searches by query and day, whether a result was opened, and which page it was. Stores nothing about the reader. Requires no key. Accepts 30 requests per minute from one address.',
    scope: null,
    body: searchesBody,
    bodyLimit: readerBodyLimit,
    countAddress: ({ readerLimits }, address) => readerLimits.address(`searches ${address}`),
    success: {
      status: 201,
      description: 'The searches were counted.',
      schema: dataOf(searchesView),
    },
    errors: [
      { code: 'NOT_FOUND', description: 'No such project, or searches are not counted here.' },
      { code: 'LIMIT_EXCEEDED', description: 'Too many requests.' },
    ],
    handle: async (call) => {
      const { services, project, body } = call;
      const { store, now, countsSearches } = services;
      if (!countsSearches) throw new ApiError('NOT_FOUND', 'Project not found.');
      const { language, searches, clicked, opened, after } = body as SearchesBody;
      const kept = searches.flatMap(({ q, results }, index) => {
        const question = keptQuery(q);
        const isClicked = clicked && index === searches.length - 1;
        return question === undefined ? [] : [{ question, hasResults: results > 0, isClicked }];
      });
      const series = { projectId: project.id, language, searches: kept, now: now() };
      const pages = {
        opened: clicked ? await pathOf(call, opened) : undefined,
        after: await pathOf(call, after),
      };
      await store.transaction(async (trx) => {
        await countSearches(trx, series);
        await countSearchedPages(trx, series, pages);
        const last = kept.at(-1);
        // The last search may be one that is not kept.
        if (last?.isClicked && pages.opened !== undefined) {
          await countPageSearch(trx, { ...series, question: last.question, path: pages.opened });
        }
      });
      return { body: { data: { counted: kept.length } } };
    },
  },
  {
    method: 'GET',
    path: '/search/:projectId/searches',
    operationId: 'listSearches',
    tag: 'Readers',
    title: 'List searches',
    description:
      'What readers searched for, the most frequent first; with `failed=true`, what they opened no result of. Days older than `DOCENT_SEARCH_RETENTION` are deleted.',
    scope: 'assistant:read',
    bySlug: true,
    query: searchesQuery,
    success: { status: 200, description: 'One page of queries.', schema: listOf(searchesItem) },
    handle: async (call) => {
      const headers = await countRead(call);
      const { failed, language } = call.query as { failed: boolean; language?: string };
      const page = pageOf(call.query);
      const { rows, total } = await listSearches(call.services.store.db, {
        ...{ projectId: call.project.id, failed, limit: page.limit, offset: page.offset },
        ...given({ language }),
      });
      const answer = numberedAnswer(rows.map(itemOf), total, page, call.url);
      return { ...answer, headers: { ...headers, ...answer.headers } };
    },
  },
  {
    method: 'GET',
    path: '/search/:projectId/page-searches',
    operationId: 'listSearchesOfPage',
    tag: 'Readers',
    title: 'List searches of a page',
    description:
      'What readers searched for when they opened this page from the results, the most frequent first. Days older than `DOCENT_SEARCH_RETENTION` are deleted.',
    scope: 'assistant:read',
    bySlug: true,
    query: pageSearchesQuery,
    requiredQuery: ['pagePath'],
    success: {
      status: 200,
      description: 'One page of queries.',
      schema: listOf(pageSearchesItem),
    },
    handle: async (call) => {
      const headers = await countRead(call);
      const { services, project, query, url } = call;
      const page = pageOf(query);
      const { rows, total } = await listPageSearches(services.store.db, {
        ...{ projectId: project.id, limit: page.limit, offset: page.offset },
        path: String(query.pagePath).replace(/^\//, '').normalize('NFC'),
        from: Math.floor(services.now() / dayLength) - Number(query.days) + 1,
      });
      const items = rows.map(({ question, language, opened, day }) => ({
        ...{ query: question, language, opened, lastDay: dateOf(day) },
      }));
      const answer = numberedAnswer(items, total, page, url);
      return { ...answer, headers: { ...headers, ...answer.headers } };
    },
  },
];

/** Path in the source language of the page at an address, as far as there is one. */
async function pathOf(
  { services, project }: ApiCall,
  address: string | undefined,
): Promise<string | undefined> {
  if (address === undefined) return undefined;
  const composed = address.normalize('NFC');
  const site = services.assistant?.readSite(project);
  if (site) return pageAt(site, composed)?.path;
  const path = composed.slice(1) || 'index';
  return (await findPage(services.store.db, project.id, path)) && path;
}

function itemOf({ question, language, asked, clicked, empty, day }: SearchTotal) {
  return {
    ...{ query: question, language, searched: asked, clicked, withoutResults: empty },
    lastDay: dateOf(day),
  };
}

/** A day, in days since 1970, as a date. */
function dateOf(day: number): string {
  return isoTime(day * dayLength).slice(0, 10);
}
