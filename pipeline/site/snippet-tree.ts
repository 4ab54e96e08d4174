import type { PageTree, Site, SourceFile } from '../../schema/site.ts';
import { formatOf } from '../source/format.ts';
import { keepIds, keptHeadings } from '../source/headings.ts';
import { parsePage } from '../source/parse.ts';
import { sourceOf } from './snippets.ts';
import { markUntranslated } from './untranslated.ts';

const trees = new WeakMap<SourceFile, PageTree>();

/** A snippet's tree, parsed once for all pages. */
export function snippetTree(file: SourceFile, site: Site): PageTree {
  const known = trees.get(file);
  if (known) return known;
  const tree = parsePage(file, {
    format: formatOf(file),
    latex: site.config.styling.latex,
  });
  // A translated snippet keeps the ids of its source.
  const source = sourceOf(file);
  if (source) keepIds(tree.root, keptHeadings(snippetTree(source, site).root));
  markUntranslated(tree.root, file);
  trees.set(file, tree);
  return tree;
}
