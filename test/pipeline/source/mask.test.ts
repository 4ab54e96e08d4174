import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MaskOptions } from '../../../pipeline/source/mask/span.ts';
import { unmask } from '../../../pipeline/source/mask/unmask.ts';
import { mask } from '../../../pipeline/source/mask.ts';
import { corpus } from '../../support/corpus.ts';
import { pageFiles } from './pages.ts';

const options: MaskOptions = { format: 'mdx', from: 0, cures: true };
const kinds = (text: string, more: Partial<MaskOptions> = {}) =>
  mask(text, { ...options, ...more }).spans.map(({ kind, value }) => `${kind} ${value}`);

/** Pieces that the masker looks for, and pieces that may confuse it. */
const pieces = fc.constantFrom(
  ...['{{a}}', '{{ b.c }}', '\\{{d}}', '{{', '}}', '{', '}', '<!--', '-->', '<!-- x -->', '<br>'],
  ...['<img src="a>b">', '<A b={{c: 1}}>', '</A>', '<', '<3', '`', '``', '```', '~~~\n', '$', '$$'],
  ...['$x$', '$$\ny\n$$', '# T {#id}', '{#', '\n', '\r\n', '\r', ' ', '> ', '- ', '|', '"', "'"],
  ...['word', '字', '🙂', 'שלום', '\u0000', '\ue000', '\uf8ff', '\ufeff', '\\', 'import a', '\n\n'],
);
const hostile = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));

describe('mask', () => {
  test('keeps length and line endings, and unmask gives the text back', () => {
    fc.assert(
      fc.property(hostile, fc.boolean(), fc.boolean(), fc.boolean(), (text, latex, cures, md) => {
        const format = md ? 'md' : 'mdx';
        const masked = mask(text, { format, from: 0, latex, cures });
        expect(masked.text).toHaveLength(text.length);
        const breaks = (value: string) => value.match(/\r|\n/g);
        expect(breaks(masked.text)?.length).toBe(breaks(text)?.length);
        expect(unmask(masked)).toBe(text);
      }),
      { numRuns: 3000 },
    );
  });

  test('gives every corpus page back, and masks nothing strict MDX can read but math', () => {
    for (const name of ['mem0', 'dify'] as const) {
      const dir = corpus(name);
      if (dir === undefined) continue;
      for (const path of pageFiles(dir)) {
        const text = readFileSync(join(dir, path), 'utf8');
        const masked = mask(text, options);
        expect(unmask(masked), path).toBe(text);
        expect(masked.spans, path).toEqual([]);
      }
    }
  });

  test('finds variables in prose, with spaces, dots and dashes in them', () => {
    expect(kinds('{{a}} and {{ api.base }}, [x]({{my-url}}/y)')).toEqual([
      'variable a',
      'variable api.base',
      'variable my-url',
    ]);
  });

  test('leaves code, properties and module lines alone', () => {
    const text = [
      'import {a} from "{{b}}"',
      '',
      '`{{c}}` ``{{d}} ` ``',
      '<A e={{f}} g="{{h}}" {...{i}}>',
      '```',
      '{{j}} <!-- $$ -->',
      '```',
      '- ~~~',
      '  {{k}}',
      '  ~~~',
      '</A>',
      'export const l = () => {',
      '',
      '  return {{m}}',
      '}',
    ].join('\n');
    expect(kinds(text)).toEqual([]);
  });

  test('reads a backslash before braces as "show this as it is"', () => {
    expect(kinds('\\{{a}} \\\\{{b}}')).toEqual(['literal {{a}}', 'variable b']);
  });

  test('takes dollars for math only where the page plainly uses it, or the site says so', () => {
    expect(kinds('from $5 to 10$ a day')).toEqual([]);
    expect(kinds('from $5 to 10$ a day', { latex: true })).toEqual(['math 5 to 10']);
    expect(kinds('$HOME and $PATH, $5 and $10', { latex: true })).toEqual([]);
    expect(kinds('Let $x_1$ be $y$.')).toEqual(['math x_1', 'math y']);
    expect(kinds('Let $x_1$ be $y$.', { latex: false })).toEqual([]);
    expect(kinds('\\$x_1$ `$x_1$`')).toEqual([]);
    expect(kinds('| $5_a | 3$ |\n', { latex: true })).toEqual([]);
  });

  test('takes two dollars on each side for math without more proof', () => {
    expect(kinds('inline $$E = mc$$ end, $5 and $10')).toEqual(['display E = mc']);
    expect(kinds('inline $$x <= y$$ end')).toEqual(['display x <= y']);
    expect(kinds('inline $$E = mc$$ end', { latex: false })).toEqual([]);
  });

  test.each([
    ['$\\text{Vote}$s', ['math \\text{Vote}']],
    ['$x_1$s and $y^2$nd, $\\alpha$-helix', ['math x_1', 'math y^2', 'math \\alpha']],
    ['$x$-axis ($y$), "$z$": $w$.', ['math x', 'math y', 'math z', 'math w']],
    ['$300$ and $5 and $6', ['math 300']],
    ['$5 and $6', []],
    ['It costs $5/month, $60/year or $1,000 once', []],
    ['$5-$10, $5–$10, US$5 to US$10', []],
    ['$10k$20k', []],
    ['$a$b', []],
    ['$HOME/bin:$PATH', []],
    ['between $ 5 and 6 $', []],
    ['$x $ and $ y$', []],
    ['$5 for each $x_1$, $6 for $y$', ['math x_1', 'math y']],
    ['$x\n\ny$', []],
    ['\\$5 and $x_1$ for \\$6', ['math x_1']],
    ['`$a_b$` and $5', []],
    ['| $5 | $x_1$ | $6 |', ['math x_1']],
  ] as const)('takes formulas from amounts apart in %j', (text, found) => {
    expect(kinds(text, { latex: true })).toEqual(found);
  });

  test('reads a formula between lines of two dollars without its indentation', () => {
    expect(kinds('- a\n\n  $$\n  x\n    y\n  $$')).toEqual(['display x\n  y']);
    expect(kinds('> $$\n> x\n> $$')).toEqual(['display x']);
  });

  test('cures what strict MDX refuses', () => {
    expect(kinds('# T {#my-id}\n<!-- a -->b<br>c <3 <https://x.org> {#no}')).toEqual([
      'id my-id',
      'comment ',
      'void br',
      'less <',
      'autolink https://x.org',
    ]);
  });

  test('uses no character that the page itself uses', () => {
    const text = '\ue000\ue001\ue100 {{a}}';
    const masked = mask(text, options);
    expect(masked.spans).toHaveLength(1);
    expect(unmask(masked)).toBe(text);
    expect(masked.text.slice(0, 4)).toBe('\ue000\ue001\ue100 ');
  });

  test('comes to an end on hostile repetition', () => {
    // Work that grew with the square of the length would outlast the test.
    for (const part of ['{', '<a b="', '`', '$', '<!--', '``` ', '{{a', '<a {', '\\{{']) {
      const text = part.repeat(20_000);
      expect(mask(text, { ...options, latex: true }).text, part).toHaveLength(text.length);
    }
  });
});
