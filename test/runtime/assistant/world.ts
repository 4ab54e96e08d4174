import { stemOf } from '../../../pipeline/search/stem.ts';
import { isStopWord } from '../../../pipeline/search/stop-words.ts';
import {
  type AssistantSite,
  mayRead,
  type SearchResult,
  type SiteSearch,
} from '../../../runtime/assistant/site/site.ts';
import type { PageRecord } from '../../../schema/build.ts';
import { readAddons } from '../../../schema/config/addons.ts';
import { readAssistant } from '../../../schema/config/assistant.ts';
import type { Config } from '../../../schema/config/config.ts';

/** A page of a test's site. */
export interface TestPage {
  readonly path: string;
  readonly title?: string;
  readonly markdown: string;
  readonly language?: string;
  readonly protected?: boolean;
  readonly groups?: readonly string[];
  readonly version?: string;
  /** Its version is not the one that readers are shown first. */
  readonly otherVersion?: true;
  readonly assistant?: boolean;
}

export function recordOf(page: TestPage): PageRecord {
  const headings = [...page.markdown.matchAll(/^(##+) (.*)$/gm)].map(
    ([, marks = '', text = '']) => ({
      id: text.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      text,
      depth: marks.length,
    }),
  );
  return {
    path: page.path,
    url: `/docs/${page.path}`,
    file: `${page.path}.mdx`,
    title: page.title ?? `Page ${page.path}`,
    description: '',
    language: page.language ?? 'en',
    sourceHash: '',
    words: 1,
    origin: 'file',
    hidden: false,
    search: true,
    assistant: page.assistant ?? true,
    boost: 1,
    keywords: [],
    groups: page.groups ?? [],
    protected: page.protected ?? false,
    breadcrumbs: ['Guides'],
    ...(page.version ? { version: page.version } : {}),
    ...(page.otherVersion ? { otherVersion: true as const } : {}),
    headings,
    links: [],
    sections: [],
  };
}

const wordsIn = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** Finds pages by how many of the query's words they have: no ranking worth the name. */
export function wordSearch(pages: readonly TestPage[]): SiteSearch {
  const textOf = (page: TestPage) => wordsIn(`${page.title} ${page.markdown}`);
  const wordsOf = (query: string) =>
    [...wordsIn(query)].filter((word) => word.length > 2 && !isStopWord(word, 'en'));
  const search: SiteSearch['search'] = async (query, { limit, visitor }) => {
    const wanted = wordsOf(query);
    return pages
      .filter((page) => mayRead(recordOf(page), visitor))
      .map((page): SearchResult => {
        const has = textOf(page);
        const share = wanted.filter((word) => has.has(word)).length / Math.max(1, wanted.length);
        const first = recordOf(page).headings[0];
        return {
          path: page.path,
          title: page.title ?? `Page ${page.path}`,
          anchor: first?.id ?? '',
          trail: first ? [first.text] : [],
          snippet: page.markdown.slice(0, 300),
          confidence: share,
        };
      })
      .filter(({ confidence }) => confidence > 0)
      .sort((a, b) => b.confidence - a.confidence)
      .slice(0, limit);
  };
  return {
    threshold: 0.5,
    search,
    find: async (query, options) => {
      const results = await search(query, options);
      const readable = pages.filter((page) => mayRead(recordOf(page), options.visitor));
      return {
        pages: results.map((result) => ({ result, score: result.confidence, anchors: [] })),
        words: wordsOf(query).map((word) => {
          const isKnown = readable.some((page) => textOf(page).has(word));
          const stems = { [stemOf(word, 'en')]: 1 };
          return { word, rarity: isKnown ? 0.5 : 1, isWritten: isKnown, isKnown, stems };
        }),
        language: options.language,
      };
    },
  };
}

export function siteOf(
  pages: readonly TestPage[],
  more: { readonly assistant?: object; readonly config?: object } = {},
): AssistantSite {
  const texts = new Map(pages.map((page) => [page.path, page.markdown]));
  const record = (path: string) => {
    const page = pages.find((one) => one.path === path);
    return page && recordOf(page);
  };
  const config = {
    name: 'Acme',
    navigation: [{ href: 'https://ok.example.com' }],
    seo: { metatags: {} },
    auth: { enabled: false },
    addons: readAddons(),
    assistant: readAssistant(more.assistant ?? {}),
    ...more.config,
  } as unknown as Config;
  return {
    deploymentId: 'dpl_1',
    basePath: '/docs',
    language: 'en',
    languages: [...new Set(['en', ...pages.map((page) => page.language ?? 'en')])],
    config,
    page: record,
    record,
    pages: async function* () {
      for (const page of pages) yield recordOf(page);
    },
    markdown: async (page) => texts.get(page.path) ?? '',
    hasImage: (address) => address === '/docs/logo.png',
    search: wordSearch(pages),
  };
}

export const guides: readonly TestPage[] = [
  {
    path: 'guides/deploy',
    title: 'Deploy',
    markdown:
      '# Deploy\n\n## Push a release\n\nRun the command to deploy.\n\n```sh\nacme deploy --prod\n```\n\n## Roll back\n\nUndo it.',
  },
  {
    path: 'guides/keys',
    title: 'Keys',
    markdown:
      '# Keys\n\n## Create a key\n\nKeys are made in the dashboard. See [deploy](/guides/deploy).',
  },
  {
    path: 'secret/plan',
    title: 'Plan',
    markdown: '# Plan\n\nThe secret roadmap.',
    protected: true,
    groups: ['staff'],
  },
];
