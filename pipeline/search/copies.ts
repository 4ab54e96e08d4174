import type { SearchRow } from '../../schema/build.ts';

/** Pages of the same title and size in several versions or products are one find. */
export function copyKey(
  facts: Pick<SearchRow, 'title' | 'page' | 'version' | 'product' | 'description'> | undefined,
  rows: number,
): string {
  if (!facts) return '';
  if (facts.version === '' && facts.product === '') return facts.page;
  return `${facts.title}\n${facts.description}\n${rows}`;
}
