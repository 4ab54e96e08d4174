import { searchQuery, searchResult } from '../../schema/api/search.ts';
import { dataOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { type ApiEndpoint, readerOf } from '../api/services.ts';

interface SearchQuery {
  readonly q: string;
  readonly limit?: number;
  readonly language?: string;
  readonly version?: string;
  readonly product?: string;
}

/** Readers' search: public, and an addition to the contract. Pages that need a session are found with one. */
export const searchRoutes: readonly ApiEndpoint[] = [
  {
    method: 'GET',
    path: '/search/:projectId',
    operationId: 'search',
    tag: 'Readers',
    title: 'Search',
    description:
      'Searches the live pages of a project. Requires no key. The last word may be incomplete. Protected pages are only found with the session of a reader who may read them.',
    scope: null,
    query: searchQuery,
    requiredQuery: ['q'],
    success: { status: 200, description: 'The search results.', schema: dataOf(searchResult) },
    errors: [
      { code: 'NOT_FOUND', description: 'No such project, or it has no pages here.' },
      { code: 'UNAVAILABLE', description: 'The index is being built; try again in a moment.' },
    ],
    handle: async (call) => {
      const { services, project, query } = call;
      const live = services.searches?.(project.id);
      if (!live) throw new ApiError('NOT_FOUND', 'Project not found.');
      const index = await live.current();
      if (!index) {
        throw new ApiError(
          'UNAVAILABLE',
          'The search index is being built. Try again in a moment.',
          {
            headers: { 'Retry-After': '2' },
          },
        );
      }
      const { q, ...rest } = query as unknown as SearchQuery;
      const session = await readerOf(call);
      const groups = session ? { groups: session.groups } : {};
      const found = await index.search({ ...rest, ...groups, query: q, typing: true });
      return { body: { data: found }, headers: { 'Cache-Control': 'private, no-store' } };
    },
  },
];
