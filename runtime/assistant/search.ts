import { enoughConfidence, type SearchIndex } from '../../pipeline/search/query.ts';
import { ApiError } from '../../schema/errors.ts';
import type { SiteSearch } from './site.ts';

/** Times that an answer waits for an index that is being opened; the reader sees that it is searched. */
const patience = 6;

/** The live index of a site for the assistant; `UNAVAILABLE` while there is none. */
export function searchOf(
  current: () => SearchIndex | undefined | Promise<SearchIndex | undefined>,
): SiteSearch {
  return {
    threshold: enoughConfidence,
    search: async (query, { limit, language, visitor }) => {
      let open = await current();
      for (let tries = 1; !open && tries < patience; tries++) open = await current();
      if (!open) throw new ApiError('UNAVAILABLE', 'The search is not ready yet.');
      const { results } = await open.search({
        query,
        limit,
        language,
        audience: 'assistant',
        snippet: 500,
        ...(visitor.session ? { groups: visitor.groups } : {}),
      });
      return results.map(({ path, title, confidence, sections: [section] }) => ({
        path,
        title,
        anchor: section?.anchor ?? '',
        trail: section?.trail ?? [],
        snippet: section?.snippet.text ?? '',
        confidence,
      }));
    },
  };
}
