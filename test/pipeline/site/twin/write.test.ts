import fc from 'fast-check';
import type { Nodes, PhrasingContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { twinText } from '../../../../pipeline/site/twin/write.ts';
import { renderMdx } from '../render-mdx.ts';

function read(markdown: string): Nodes {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** All words of a tree, as a reader sees them. */
function wordsOf(node: Nodes): string {
  if ('value' in node && node.type !== 'html') return node.value;
  if (node.type === 'html') return `<html ${node.value}>`;
  return 'children' in node ? node.children.map(wordsOf).join('') : `<${node.type}>`;
}

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim();
const lineWith = (children: PhrasingContent[]) =>
  twinText({ type: 'root', children: [{ type: 'paragraph', children }] });

describe('the text of a twin', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'word',
      ' ',
      ' ',
      '\n',
      '*',
      '**',
      '_',
      '__',
      '`',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '!',
      '#',
    ],
    ...[
      '-',
      '+',
      '1.',
      '1)',
      '|',
      '~',
      '~~',
      '&amp;',
      '&',
      '\\',
      '=',
      ':',
      '.',
      'snake_case',
      '<T>',
    ],
    ...['```', '---', '===', '[x](y)', '[^1]', '{x}', '注意', '：', '{{v}}'],
  );
  const text = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(''));

  test('reads as what was written, whatever signs are in it', () => {
    fc.assert(
      fc.property(text, (value) => {
        const trimmed = value
          .replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '))
          .trim();
        fc.pre(trimmed !== '');
        const markdown = lineWith([{ type: 'text', value: trimmed }]);
        expect(squeezed(wordsOf(read(markdown))), markdown).toBe(squeezed(trimmed));
      }),
      { numRuns: 3000 },
    );
  });

  test('has code and links as they were', () => {
    fc.assert(
      fc.property(text, text, (value, url) => {
        const code = squeezed(value);
        fc.pre(code !== '' && squeezed(url) !== '');
        const tree = read(
          lineWith([
            { type: 'inlineCode', value: code },
            { type: 'text', value: ' to ' },
            {
              type: 'link',
              url: `/${encodeURIComponent(url)}`,
              children: [{ type: 'text', value: code }],
            },
          ]),
        );
        expect(squeezed(wordsOf(tree))).toBe(`${code} to ${code}`);
      }),
      { numRuns: 1000 },
    );
  });

  test('leaves alone what means nothing', () => {
    const plain = 'snake_case 5 * 3, a|b, [optional], Q&A, x < y, 3 - 2, #1, ~5';
    expect(lineWith([{ type: 'text', value: plain }])).toBe(plain);
  });

  test.each([
    ['spaces', ' '],
    ['spaces and signs', ' *'],
    ['dashes', '-'],
    ['table rules', '|-:'],
    ['equal signs', '='],
    ['backticks', '`'],
    ['brackets', '['],
    ['line ends', '\n'],
  ])('is written as long as there are many %s', (_name, sign) => {
    const many = `${sign.repeat(300_000)}x`;
    for (const type of ['text', 'inlineCode'] as const) {
      expect(lineWith([{ type, value: many }])).toContain('x');
      expect(lineWith([{ type, value: ` word${many}` }])).toContain('x');
    }
  });

  test('grows with the page, however deep its parts are', { timeout: 120_000 }, async () => {
    const deep = (depth: number) =>
      `${'<Accordion title="t">\n\n'.repeat(depth)}words\n\n${'</Accordion>\n\n'.repeat(depth)}`;
    const half = (await renderMdx(deep(600))).markdown;
    const whole = (await renderMdx(deep(1200))).markdown;
    expect(whole).toContain('words');
    expect(whole.length).toBeLessThan(2.5 * half.length);
  });
});
