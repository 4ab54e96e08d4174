import { formatOf } from '../source/format.ts';
import { headingIds } from '../source/headings.ts';
import { parsePage } from '../source/parse.ts';
import type { LostAnchor } from './types.ts';

/**
 * The text of a page in which the old anchors of its headings lead to them again. An anchor whose section
 * is not a heading of this file, but of a component or a snippet, is left as it is.
 */
export function withAnchors(
  file: { readonly path: string; readonly text: string },
  lost: readonly LostAnchor[],
): { readonly text: string; readonly written: readonly LostAnchor[] } {
  const format = formatOf(file);
  const { root } = parsePage(file, { format });
  const places = new Map(headingIds(root).map(({ id, node }) => [id, node.position?.start.offset]));
  const written = lost.filter(
    ({ anchor, likely }) => isPlain.test(anchor) && places.get(likely?.to ?? '') !== undefined,
  );
  const tag = (id: string) => (format === 'md' ? `<a id="${id}"></a>` : `<a id="${id}" />`);
  const inserts = written
    .map(({ anchor, likely }) => ({ anchor, at: places.get(likely?.to ?? '') ?? 0 }))
    .sort((a, b) => b.at - a.at);
  let { text } = file;
  for (const { anchor, at } of inserts) {
    const margin = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
    text = `${text.slice(0, at)}${tag(anchor)}\n\n${margin}${text.slice(at)}`;
  }
  return { text, written };
}

/** An id that means the same in an attribute as it is written. */
const isPlain = /^[^\s"'<>{}&]+$/;
