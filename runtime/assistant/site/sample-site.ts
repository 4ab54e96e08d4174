import type { PageRecord } from '../../../schema/build.ts';
import { resolveConfig } from '../../../schema/config/config.ts';
import { samplePages } from '../../../schema/sample-site.ts';
import type { AssistantSite, SearchResult } from './site.ts';

const records = new Map(
  samplePages.map(({ path, title, text }): [string, PageRecord] => {
    const heading = /^## (.*)$/m.exec(text)?.[1];
    const id = heading?.toLowerCase().replace(/[^a-z0-9]+/g, '-') ?? '';
    return [
      path,
      {
        ...{ path, title, url: `/${path}`, file: `${path}.mdx`, description: '', language: 'en' },
        ...{ sourceHash: '', words: text.split(/\s+/).length, origin: 'file', boost: 1 },
        ...{ hidden: false, search: true, assistant: true, protected: false },
        ...{ keywords: [], groups: [], breadcrumbs: [], links: [], sections: [] },
        headings: heading === undefined ? [] : [{ id, text: heading, depth: 2 }],
      },
    ];
  }),
);

const textOf = (path: string) => samplePages.find((page) => page.path === path)?.text ?? '';

/** The site of every project of test mode: three pages in memory. */
export const sampleSite: AssistantSite = {
  ...{ deploymentId: 'sample', basePath: '', language: 'en', languages: ['en'] },
  config: resolveConfig({ name: 'Acme', colors: { primary: '#0d9373' }, navigation: {} }),
  page: (path) => records.get(path),
  record: (path) => records.get(path),
  pages: async function* () {
    yield* records.values();
  },
  markdown: async ({ path }) => textOf(path),
  hasImage: () => false,
  search: {
    threshold: 0,
    search: async (query, { limit }) => find(query).slice(0, limit),
    find: async (query, { limit }) => ({
      pages: find(query)
        .slice(0, limit)
        .map((result) => ({ result, score: result.confidence, anchors: [result.anchor] })),
      words: [],
      language: 'en',
    }),
  },
};

/** The pages that share most words with a query come first; there is always an answer. */
function find(query: string): SearchResult[] {
  const words = query.toLowerCase().match(/[a-z]{4,}/g) ?? [];
  const share = (text: string) =>
    words.filter((word) => text.toLowerCase().includes(word)).length / Math.max(1, words.length);
  return samplePages
    .map(({ path, title, text }): SearchResult => {
      const [heading] = records.get(path)?.headings ?? [];
      return {
        ...{ path, title, anchor: heading?.id ?? '', trail: heading ? [heading.text] : [] },
        ...{ snippet: text, confidence: share(`${title} ${text}`) },
      };
    })
    .sort((a, b) => b.confidence - a.confidence);
}
