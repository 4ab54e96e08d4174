import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DeploymentProblem } from '../../schema/build.ts';
import { ApiError } from '../../schema/errors.ts';
import { folderIn, folderOf, pathIn } from '../../schema/page-folder.ts';
import { problemCountsOf } from '../../schema/problem-counts.ts';
import type { Page } from '../../schema/site.ts';
import type { StudioSite } from './site.ts';

/** Characters above which the source of a page is not shown. */
const longestSource = 1_000_000;

/** What List pages is asked for, as far as a site without readers has it. */
export interface PagesAsked {
  readonly search?: string | undefined;
  readonly folder?: string | undefined;
  readonly state?: string | undefined;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
}

/** The pages of the source language, as List pages of the service API has them. */
export function listSitePages(site: StudioSite, asked: PagesAsked) {
  const read = reading(site);
  const words = asked.search?.toLowerCase();
  const folder = asked.folder?.normalize('NFC');
  const fits = ({ path, title }: Page) =>
    (words === undefined || `${path}\n${title}`.toLowerCase().includes(words)) &&
    (folder === undefined || folderOf(path) === folder);
  const items = read.sources.filter(fits).map(read.itemOf);
  const keyOf = keys[asked.sort] ?? ((item) => item.pagePath);
  const direction = asked.order === 'desc' ? -1 : 1;
  return items.filter(states[asked.state ?? ''] ?? (() => true)).sort((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    const by = one < other ? -1 : one > other ? 1 : 0;
    return by * direction || (a.pagePath < b.pagePath ? -1 : 1);
  });
}

/** The folders directly in a folder, as List folders of pages of the service API has them. */
export function listSiteFolders(site: StudioSite, asked: { readonly folder?: string }) {
  const { sources, problemsOf, translationsOf } = reading(site);
  const folder = (asked.folder ?? '').normalize('NFC');
  const byName = Map.groupBy(sources, ({ path }) => folderIn(folder, path));
  const items = [...byName].flatMap(([name, pages]) => {
    if (name === undefined) return [];
    const path = pathIn(folder, name);
    const problems = pages.flatMap(problemsOf);
    const states = pages.flatMap(translationsOf).map(statusOf);
    const folders = new Set(pages.map((page) => folderIn(path, page.path)));
    folders.delete(undefined);
    return [
      {
        ...{ path, pages: pages.length, folders: folders.size },
        words: pages.reduce((sum, page) => sum + page.words, 0),
        ...{ views: 0, positive: 0, negative: 0, ratedBadly: 0, notFound: 0 },
        languages: states.length,
        translated: states.filter((state) => state === 'completed').length,
        stale: states.filter((state) => state === 'stale').length,
        ...{ problems: problems.length, ...problemCountsOf(problems) },
      },
    ];
  });
  return items.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** One page with its source and its problems, as Get page of the service API has it. */
export function readSitePage(site: StudioSite, path: string) {
  const read = reading(site);
  const page = read.sources.find((one) => one.path === path);
  if (!page) throw new ApiError('NOT_FOUND', 'Page not found.');
  const { path: file, text } = page.file;
  return {
    ...read.itemOf(page),
    ...{ cost: 0, reasons: [] },
    translations: read.translationsOf(page).map((translation) => ({
      language: translation.language,
      status: statusOf(translation),
      translatedAt: null,
      humanOwned: translation.translation === undefined,
    })),
    problemList: read.problemsOf(page),
    source: text.length > longestSource ? null : { file, bytes: Buffer.byteLength(text), text },
  };
}

type Item = ReturnType<ReturnType<typeof reading>['itemOf']>;

const keys: Readonly<Record<string, (item: Item) => string | number>> = {
  title: ({ title }) => title.toLowerCase(),
  updated: ({ updatedAt }) => updatedAt,
  words: ({ words }) => words,
  translated: ({ translated }) => translated,
};

const states: Readonly<Record<string, (item: Item) => boolean>> = {
  problems: ({ problems }) => problems > 0,
  stale: ({ stale }) => stale > 0,
  untranslated: ({ translated, languages }) => translated < languages,
  negative: () => false,
  'not-found': () => false,
};

/** What is known of a site now, looked up by page. */
function reading(site: StudioSite) {
  const pages = site.pages();
  if (!pages) {
    throw new ApiError(
      'CONFLICT',
      'There is no site to show as long as docs.json has errors. Correct them in the settings.',
    );
  }
  const all = [...pages.values()];
  const translations = Map.groupBy(all, ({ translationOf }) => translationOf);
  const problems: ReadonlyMap<string, readonly DeploymentProblem[]> = Map.groupBy(
    site.problems(),
    ({ file }) => file,
  );
  const problemsOf = ({ file }: Page) => problems.get(file.path) ?? [];
  const translationsOf = ({ path }: Page) => translations.get(path) ?? [];
  const none = { views: 0, visitors: 0, positive: 0, negative: 0, conversations: 0, notFound: 0 };
  return {
    ...{ problemsOf, translationsOf },
    sources: translations.get(undefined) ?? [],
    itemOf: (page: Page) => {
      const states = translationsOf(page).map(statusOf);
      return {
        ...{ pagePath: page.path, title: page.title, words: page.words, ...none },
        updatedAt: changedAt(site.dir, page),
        languages: states.length,
        translated: states.filter((state) => state === 'completed').length,
        stale: states.filter((state) => state === 'stale').length,
        problems: problemsOf(page).length,
        ...problemCountsOf(problemsOf(page)),
      };
    },
  };
}

/** Files of the site's own are current, whatever has become of their source. */
function statusOf({ translation }: Page): 'completed' | 'stale' | 'pending' {
  if (!translation) return 'completed';
  return translation.status === 'pseudo' ? 'pending' : translation.status;
}

/** When the file was saved last: what its author is working on has no commit yet. */
function changedAt(dir: string, { file, updatedAt }: Page): string {
  const saved = statSync(join(dir, file.path), { throwIfNoEntry: false })?.mtime;
  return (saved ?? new Date(updatedAt ?? 0)).toISOString();
}
