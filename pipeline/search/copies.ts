import type { SearchRow } from '../../schema/build.ts';

/**
 * Pages of the same title and description in several versions or products are one find, though one may
 * have a section more; without a description, those of the same title and size.
 */
export function copyKey(
  facts: Pick<SearchRow, 'title' | 'page' | 'version' | 'product' | 'description'> | undefined,
  rows: number,
): string {
  if (!facts) return '';
  if (facts.version === '' && facts.product === '') return facts.page;
  return `${facts.title}\n${facts.description || rows}`;
}
