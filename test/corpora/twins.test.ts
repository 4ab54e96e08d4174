import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markdownPath } from '../../pipeline/site/machine/site.ts';
import type { BuiltSite } from '../support/build.ts';
import { builtCorpus } from '../support/built-corpus.ts';
import { corpus } from '../support/corpus.ts';
import { makeTempDir } from '../support/temp.ts';

describe.each(['mem0', 'dify', 'fastmcp', 'supermemory'] as const)('twins of %s', (name) => {
  const dir = corpus(name);
  const out = makeTempDir();
  let built: BuiltSite;

  beforeAll(async () => {
    if (dir !== undefined) built = await builtCorpus(name, out);
  }, 300_000);
  afterAll(() => rmSync(out, { recursive: true, force: true }));

  test.skipIf(dir === undefined)(
    'have no tag, and no expression that the page does not show',
    { timeout: 300_000 },
    () => {
      const read = (path: string) => readFileSync(join(built.site ?? '', path), 'utf8');
      const { pages } = JSON.parse(
        readFileSync(join(out, 'deployments', built.deployment?.id ?? '', 'manifest.json'), 'utf8'),
      );
      const paths = Object.keys(pages);
      expect(paths.length).toBeGreaterThan(50);
      for (const path of paths) {
        const tree = fromMarkdown(read(markdownPath(path)), {
          extensions: [gfm()],
          mdastExtensions: [gfmFromMarkdown()],
        });
        expect(valuesOf(tree, 'html'), path).toEqual([]);
        const said = valuesOf(tree, 'text').join(' ');
        const expressions = [...said.matchAll(/\{[^{}\n]*\}/g)];
        if (expressions.length === 0) continue;
        const folder = path.replace(/(^|\/)index$/, '');
        const [main = ''] = /<main[\s\S]*<\/main>/.exec(read(join(folder, 'index.html'))) ?? [];
        const shown = squeezed(shownIn(main));
        for (const [expression] of expressions) {
          expect(shown, path).toContain(squeezed(expression));
        }
      }
      const full = read('llms-full.txt').replaceAll(code, '');
      expect(full.match(/(?<!\\)<\/?[A-Z]\w*[\s/>]/g)).toBeNull();
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

/** Texts of a page, but for those of its scripts and styles. */
function shownIn(html: string): string {
  let text = '';
  let hidden = 0;
  const isHidden = (name: string) => ['script', 'style', 'template'].includes(name);
  const parser = new Parser({
    onopentag: (name) => {
      if (isHidden(name)) hidden++;
    },
    onclosetag: (name) => {
      if (isHidden(name)) hidden--;
    },
    ontext: (part) => {
      if (hidden === 0) text += part;
    },
  });
  parser.end(html);
  return text;
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
