import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Nodes } from 'mdast';
import { describe, expect, test } from 'vitest';
import { crowded, deepNesting } from '../../../pipeline/source/guard.ts';
import { parsePage } from '../../../pipeline/source/parse.ts';
import { prose } from '../../../pipeline/source/prose.ts';
import { corpus } from '../../support/corpus.ts';
import { pageFiles } from './pages.ts';

const shapes: Record<string, (times: number) => string> = {
  arrays: (n) => `{${'['.repeat(n)}${']'.repeat(n)}}`,
  'arrays behind a brace in a text': (n) => `{"}" + ${'['.repeat(n)}${']'.repeat(n)}}`,
  'open brackets': (n) => `text {${'['.repeat(n)}`,
  objects: (n) => `<A b={${'{a:'.repeat(n)}1${'}'.repeat(n)}} />`,
  templates: (n) => `{${'`${'.repeat(n)}1${'}`'.repeat(n)}}`,
  arrows: (n) => `{${'a=>'.repeat(n)}1}`,
  denials: (n) => `{${'!'.repeat(n)}a}`,
  choices: (n) => `{${'a?b:'.repeat(n)}c}`,
  'exported arrays': (n) => `export const a = ${'['.repeat(n)}${']'.repeat(n)}`,
  tags: (n) => `${'<a>'.repeat(n)}x${'</a>'.repeat(n)}`,
  quotes: (n) => `${'> '.repeat(n)}{{a}}`,
  lists: (n) => `${'- '.repeat(n)}{{a}}`,
};

function depthOf(node: Nodes): number {
  return 'children' in node ? 1 + Math.max(0, ...node.children.map(depthOf)) : 1;
}

describe('nesting', () => {
  test.each(Object.entries(shapes))('of %s never ends the process', (_, shape) => {
    for (const times of [300, 3000, 20_000]) {
      const { root, problems } = parsePage(
        { path: 'a.mdx', text: `${shape(times)}\n\nThe *end*` },
        { format: 'mdx' },
      );
      for (const { place } of problems) expect(place?.start.line).toBe(1);
      // Whatever becomes of it, the rest of the page is there.
      expect(depthOf(root)).toBeLessThan(260);
      expect(prose(root)).toContain('The end');
    }
  });

  test('names the place where it goes too deep', () => {
    const text = `# Title\n\n${shapes.arrays?.(5000)}`;
    expect(parsePage({ path: 'a.mdx', text }, { format: 'mdx' }).problems).toMatchObject([
      { ruleId: 'nested-too-deeply', place: { start: { line: 3, column: 1 } } },
    ]);
  });

  test('counts no brackets of prose between expressions', () => {
    const text = 'Sad :( and {a.b} and [1, 2) {/* { */}\n\n'.repeat(2000);
    expect(deepNesting(text, 0)).toBeUndefined();
    expect(deepNesting(`${text}{/}/ + ${'['.repeat(2000)}`, 0)).toBe(text.length + 7);
  });

  test('of ordinary pages is never in the way', () => {
    for (const name of ['mem0', 'dify'] as const) {
      const dir = corpus(name);
      if (dir === undefined) continue;
      const whole = pageFiles(dir).map((path) => readFileSync(join(dir, path), 'utf8'));
      expect(whole.flatMap((text) => crowded(text, 0, 'mdx'))).toEqual([]);
      expect(whole.map((text) => deepNesting(text, 0)).filter((at) => at !== undefined)).toEqual(
        [],
      );
    }
    expect(deepNesting(`\`\`\`\n${'[32m '.repeat(5000)}\n\`\`\`\n`, 0)).toBeUndefined();
  });
});

describe('data that a page exports', () => {
  const rows = (between: string) =>
    Array.from({ length: 3000 }, (_, id) => `{ id: ${id}, name: "row ${id}" }`).join(between);

  test.each([
    ['on one line', rows(', ')],
    ['on a line each', rows(',\n')],
    ['with blank lines', `{ id: -1 },\n\n${rows(',\n')},\n\n{ id: -2 }`],
  ])('is a module however long it is, %s', (_, list) => {
    const text = `# Title\n\nexport const rows = [${list}];\n\nThere are {rows.length}.\n`;
    const { root, problems } = parsePage({ path: 'page.mdx', text }, { format: 'mdx' });
    expect(problems).toEqual([]);
    expect(root.children.map(({ type }) => type)).toEqual(['heading', 'mdxjsEsm', 'paragraph']);
  });
});
