import {
  editorialItem,
  editorialQuery,
  pageFolder,
  pageFoldersQuery,
  pageItem,
  pageQueryOfDays,
  pagesQuery,
  pageView,
} from '../../schema/api/pages.ts';
import { dataOf, listOf } from '../../schema/api/shapes.ts';
import type { DeploymentProblem } from '../../schema/build.ts';
import { ApiError } from '../../schema/errors.ts';
import { folderIn, pathIn } from '../../schema/page-folder.ts';
import { problemCountsOf } from '../../schema/problem-counts.ts';
import { editorialReasons } from '../api/editorial.ts';
import { type ApiCall, type ApiEndpoint, isoTime } from '../api/services.ts';
import { numberedAnswer, pageOf } from '../http/list.ts';
import { dayLength } from '../store/assistant-days.ts';
import { listFolderSums } from '../store/folder-sums.ts';
import { liveDeployment } from '../store/holds.ts';
import {
  listKnownPaths,
  listPageSums,
  listRecordsOfPage,
  type PageSums,
  type PagesQuery,
} from '../store/page-sums.ts';

const shared = { method: 'GET', tag: 'Projects', scope: 'projects:read' } as const;
const list = '/projects/:projectId/pages';

/** Milliseconds after which a page counts as long untouched. */
const untouchedAfter = 365 * dayLength;

/** The pages of a site with what readers do there, and what is wrong with them. */
export const pageRoutes: readonly ApiEndpoint[] = [
  {
    ...shared,
    path: list,
    operationId: 'listPages',
    title: 'List pages',
    description:
      'The pages of the source language with their translations, problems of the last build, and numbers of their readers.',
    query: pagesQuery,
    success: { status: 200, description: 'One page of pages.', schema: listOf(pageItem) },
    handle: async (call) => {
      const { query, url, services } = call;
      const page = pageOf(query);
      const live = await liveOf(call);
      const problems = problemsByPage(live.problems);
      const { state } = query;
      const { rows, total } = await listPageSums(services.store.db, {
        ...baseOf(call),
        sort: query.sort as PagesQuery['sort'],
        order: query.order as PagesQuery['order'],
        search: query.search as string | undefined,
        folder: (query.folder as string | undefined)?.normalize('NFC'),
        ...(state === 'problems'
          ? { paths: [...problems.keys()] }
          : { state: state as PagesQuery['state'] }),
        ...{ limit: page.limit, offset: page.offset },
      });
      const items = rows.map((row) => itemOf(row, problems.get(row.path) ?? []));
      return numberedAnswer(items, total, page, url);
    },
  },
  {
    ...shared,
    path: '/projects/:projectId/page-folders',
    operationId: 'listPageFolders',
    title: 'List folders of pages',
    description:
      'The folders directly in a folder of the paths of pages, by name, each with sums of all the pages in it and below it. `folder` of List pages has the pages next to them.',
    query: pageFoldersQuery,
    success: { status: 200, description: 'One page of folders.', schema: listOf(pageFolder) },
    handle: async (call) => {
      const { query, url, services, project } = call;
      const { db } = services.store;
      const page = pageOf(query);
      const folder = String(query.folder ?? '').normalize('NFC');
      const { rows, total } = await listFolderSums(db, {
        ...{ ...baseOf(call), folder, limit: page.limit, offset: page.offset },
      });
      const live = await liveOf(call);
      const problems = problemsByPage(live.problems);
      // Files of other languages have problems too, which this list does not count.
      const known = await listKnownPaths(db, project.id, [...problems.keys()]);
      const byFolder = Map.groupBy(known, (path) => folderIn(folder, path));
      const items = rows.map((row) => {
        const paths = byFolder.get(row.name) ?? [];
        const found = paths.flatMap((path) => problems.get(path) ?? []);
        const { name, missing, ...sums } = row;
        return {
          ...{ path: pathIn(folder, name), ...sums, notFound: missing },
          ...{ problems: found.length, ...problemCountsOf(found) },
        };
      });
      return numberedAnswer(items, total, page, url);
    },
  },
  {
    ...shared,
    path: `${list}/:pagePath+`,
    operationId: 'getPage',
    title: 'Get page',
    description: 'One page with its source, the state of its translations, and its problems.',
    query: pageQueryOfDays,
    success: { status: 200, description: 'The page.', schema: dataOf(pageView) },
    handle: async (call) => {
      const { services, project, params } = call;
      const path = (params.pagePath ?? '').normalize('NFC');
      const { db } = services.store;
      const one = {
        ...baseOf(call),
        path,
        sort: 'path',
        order: 'asc',
        limit: 1,
        offset: 0,
      } as const;
      const [row] = (await listPageSums(db, one)).rows;
      if (!row) throw new ApiError('NOT_FOUND', 'Page not found.');
      const live = await liveOf(call);
      const problems = problemsByPage(live.problems).get(path) ?? [];
      const records = await listRecordsOfPage(db, project.id, path);
      const source = live.id && services.uploads?.source(project, live.id, path);
      return {
        body: {
          data: {
            ...itemOf(row, problems),
            ...costOf(call, row),
            translations: records.map((record) => ({
              ...{ language: record.language, status: record.status },
              translatedAt: record.translated_at === null ? null : isoTime(record.translated_at),
              humanOwned: record.human_owned === 1,
            })),
            problemList: problems,
            source: source || null,
          },
        },
      };
    },
  },
  {
    ...shared,
    path: '/projects/:projectId/analytics/editorial',
    operationId: 'listPagesToImprove',
    title: 'List pages to improve',
    description:
      'The pages whose readers lose most by bad text, broken links, failed answers, searches that go on, stale translations or age: the most rewarding first, with the reasons.',
    query: editorialQuery,
    success: { status: 200, description: 'One page of pages.', schema: listOf(editorialItem) },
    handle: async (call) => {
      const { query, url, services } = call;
      const page = pageOf(query);
      const { rows, total } = await listPageSums(services.store.db, {
        ...{ ...baseOf(call), state: 'costly', sort: 'cost', order: 'desc' },
        ...{ limit: page.limit, offset: page.offset },
      });
      const items = rows.map((row) => ({
        ...{ pagePath: row.path, title: row.title, views: row.views, ...costOf(call, row) },
      }));
      return numberedAnswer(items, total, page, url);
    },
  },
];

function baseOf({ services, project, query }: ApiCall) {
  const now = services.now();
  const from = Math.floor(now / dayLength) - Number(query.days) + 1;
  return { projectId: project.id, from, untouched: now - untouchedAfter };
}

/** What readers lose by the state of a page, and why. */
function costOf({ services }: ApiCall, row: PageSums) {
  const now = services.now();
  const reasons = editorialReasons(row, { now, untouched: now - untouchedAfter });
  return { cost: Math.round(row.cost), reasons };
}

/** The deployment that readers get, and what its build found wrong. */
async function liveOf({ services, project }: ApiCall) {
  const id = await liveDeployment(services.store.db, project);
  const found = id ? services.uploads?.problems(project, id) : undefined;
  return { id, problems: found?.list ?? [] };
}

function problemsByPage(
  problems: readonly DeploymentProblem[],
): ReadonlyMap<string, readonly DeploymentProblem[]> {
  const ofPages = problems.filter(({ file }) => /\.mdx?$/.test(file));
  return Map.groupBy(ofPages, ({ file }) => file.replace(/\.mdx?$/, ''));
}

function itemOf(row: PageSums, problems: readonly DeploymentProblem[]) {
  return {
    ...{ pagePath: row.path, title: row.title, words: row.words },
    updatedAt: isoTime(row.sourceUpdatedAt),
    ...{ views: row.views, visitors: row.visitors },
    ...{ positive: row.positive, negative: row.negative },
    ...{ conversations: row.conversations, notFound: row.missing },
    ...{ searches: row.searches, searchedOn: row.searchedOn },
    ...{ languages: row.languages, translated: row.translated, stale: row.stale },
    problems: problems.length,
    ...problemCountsOf(problems),
  };
}
