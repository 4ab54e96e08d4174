import { enoughConfidence, type SearchIndex } from '../../../pipeline/search/query.ts';
import { ApiError } from '../../../schema/errors.ts';
import type { SiteSearch } from './site.ts';

/** Times that an answer waits for an index that is being opened; the reader sees that it is searched. */
const patience = 6;

/** The live index of a site for the assistant; `UNAVAILABLE` while there is none. */
export function searchOf(
  current: () => SearchIndex | undefined | Promise<SearchIndex | undefined>,
): SiteSearch {
  const find: SiteSearch['find'] = async (query, { limit, language, visitor, from }) => {
    let open = await current();
    for (let tries = 1; !open && tries < patience; tries++) open = await current();
    if (!open) throw new ApiError('UNAVAILABLE', 'The search is not ready yet.');
    const found = await open.search({
      query,
      limit,
      language,
      audience: 'assistant',
      snippet: 500,
      ...(visitor.session ? { groups: visitor.groups } : {}),
      from: from ?? {},
    });
    const pages = found.results.map(({ path, title, confidence, score, sections }) => ({
      result: {
        path,
        title,
        anchor: sections[0]?.anchor ?? '',
        trail: sections[0]?.trail ?? [],
        snippet: sections[0]?.snippet.text ?? '',
        confidence,
      },
      score,
      anchors: sections.map(({ anchor }) => anchor),
    }));
    return { pages, words: found.words, language: found.language };
  };
  return {
    threshold: enoughConfidence,
    find,
    search: async (query, options) =>
      (await find(query, options)).pages.map(({ result }) => result),
  };
}
