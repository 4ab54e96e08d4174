import type { Problem } from '../../schema/errors.ts';
import type { PageTree, SourceFile } from '../../schema/site.ts';
import { placeIn, walk } from '../source/tree.ts';

const tag = /<([A-Z][\w.]*)(?=[\s/>])/g;
const importLine = /^import[ \t][^\n\r'"]*['"]/gm;

/** A component on a page that is plain Markdown, where tags are text: the first one, as authors miss them all. */
export function componentInMarkdown(
  file: SourceFile,
  tree: PageTree,
  known: ReadonlyMap<string, unknown>,
): Omit<Problem, 'source'> | undefined {
  const imports = file.text.match(importLine)?.join('\n') ?? '';
  const imported = new Set(imports.match(/\b[A-Z]\w*/g));
  let found: { readonly name: string; readonly start: number } | undefined;
  walk(tree.root, (node) => {
    const start = node.position?.start.offset;
    if (node.type !== 'html' || start === undefined || found !== undefined) return;
    // The tree has the text without comments, and a comment no component.
    const written = file.text
      .slice(start, node.position?.end.offset)
      .replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => ' '.repeat(comment.length));
    for (const { 1: name = '', index } of written.matchAll(tag)) {
      found ??= known.has(name) || imported.has(name) ? { name, start: start + index } : undefined;
    }
  });
  if (found === undefined) return undefined;
  const { name, start } = found;
  return {
    severity: 'warning',
    ruleId: 'component-in-markdown',
    file: file.path,
    place: placeIn(file.text, start, start + name.length + 1),
    reason: `The component "${name}" is shown as text: this page is plain Markdown.`,
    actual: `<${name}>`,
    note: `Rename the file to ${file.path.replace(/\.md$/i, '.mdx')}.`,
  };
}
