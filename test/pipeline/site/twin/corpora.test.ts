import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { readSite } from '../../../../pipeline/build/read-site.ts';
import { memoryCache } from '../../../../pipeline/cache/cache.ts';
import { llmsFiles } from '../../../../pipeline/site/machine/llms.ts';
import { wholeText } from '../../../../pipeline/site/machine/site.ts';
import { renderBody } from '../../../../pipeline/site/render.tsx';
import { textOfHtml } from '../../../../pipeline/site/sections.ts';
import type { RenderedBody } from '../../../../schema/site.ts';
import { corpus } from '../../../support/corpus.ts';
import { memory } from '../render-mdx.ts';

describe.each(['mem0', 'dify', 'fastmcp', 'supermemory'] as const)('twins of %s', (name) => {
  const dir = corpus(name);

  test.skipIf(dir === undefined)(
    'have no tag, and no expression that the page does not show',
    { timeout: 300_000 },
    async () => {
      const read = await readSite({ dir: dir ?? '', cache: memoryCache(), codeVersion: 'test' });
      const { site } = read;
      if (!site) throw new Error(read.problems.map((problem) => problem.reason).join('\n'));
      // Colours are no part of a twin, and most of the time.
      const plain = {
        ...memory(),
        cache: { get: (key: string) => (key.startsWith('code:') ? '' : undefined), set: () => {} },
      };
      const bodies = new Map<string, RenderedBody>();
      for (const page of site.pages.values()) {
        const body = await renderBody(page, site, plain);
        bodies.set(page.path, body);
        const tree = fromMarkdown(body.markdown, {
          extensions: [gfm()],
          mdastExtensions: [gfmFromMarkdown()],
        });
        expect(valuesOf(tree, 'html'), page.path).toEqual([]);
        const shown = squeezed(textOfHtml(body.html + (body.aside ?? '')));
        const said = valuesOf(tree, 'text').join(' ');
        for (const [expression] of said.matchAll(/\{[^{}\n]*\}/g)) {
          expect(shown, page.path).toContain(squeezed(expression));
        }
      }
      const full = llmsFiles(site, bodies).find(({ path }) => path === 'llms-full.txt');
      expect(
        wholeText(full?.content ?? '')
          .replaceAll(code, '')
          .match(/(?<!\\)<\/?[A-Z]\w*[\s/>]/g),
      ).toBeNull();
    },
  );
});

/** Code in blocks and in lines. */
const code =
  /^[ \t>]*(?:[-*] |\d+[.)] )?(`{3,})[^\n]*\n[\s\S]*?^[ \t>]*\1[ \t]*$|(`+)(?!`)[\s\S]*?[^`]\2(?!`)/gm;

function valuesOf(node: Nodes, type: 'html' | 'text'): string[] {
  if (node.type === type) return [node.value];
  return 'children' in node ? node.children.flatMap((child) => valuesOf(child, type)) : [];
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
