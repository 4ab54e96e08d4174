import type { SearchRow } from '../../schema/build.ts';

/**
 * Pages of the same title and description in several versions or products are one find, though one may
 * have a section more; without a description, those of the same title and size. Undefined for a page of none of these.
 */
export function copyKey(
  {
    title,
    description,
    version,
    product,
  }: Pick<SearchRow, 'title' | 'version' | 'product' | 'description'>,
  rows: number,
): string | undefined {
  if (version === '' && product === '') return undefined;
  return `${title}\n${description || rows}`;
}
