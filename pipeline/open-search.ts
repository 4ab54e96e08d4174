import { readPages, recordReader, siteFileReader } from './output/read.ts';
import { rewriteSearch } from './rewrite-search.ts';
import {
  type OpenOptions,
  openSearch,
  PieceCache,
  type SearchIndex,
  storeOf,
} from './search/query.ts';

/** Opens the search index of a deployment in an output folder, for a command that asks it alone. */
export function openBuiltSearch(
  out: string,
  deployment: string,
  options: Pick<OpenOptions, 'log'> & Partial<OpenOptions>,
): Promise<SearchIndex> {
  return openSearch({
    deployment,
    read: siteFileReader(out, deployment),
    store: storeOf(out),
    cache: new PieceCache(),
    rewrite: (to) => rewriteSearch({ out, deployment, to }),
    records: () => readPages(out, deployment),
    record: recordReader(out, deployment),
    ...options,
  });
}
