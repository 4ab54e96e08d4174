import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { describe, expect, test } from 'vitest';
import { attributePlaces } from '../../../pipeline/source/attributes.ts';
import {
  attributeExpression,
  expressionOf,
  programOf,
} from '../../../pipeline/source/expression.ts';
import { splitFrontmatter } from '../../../pipeline/source/frontmatter-range.ts';
import { type ParseOptions, parsePage } from '../../../pipeline/source/parse.ts';
import { parsePrecisely } from '../../../pipeline/source/precise.ts';
import { walk } from '../../../pipeline/source/tree.ts';
import { corpus } from '../../support/corpus.ts';
import { pageFiles } from './pages.ts';

const parse = (text: string, options: Partial<ParseOptions> = {}) =>
  parsePage({ path: 'page.mdx', text }, { format: 'mdx', ...options });

/** A tree in short: type(value or children), positions left out. */
function sketch(node: Nodes): string {
  const name = 'name' in node && node.type !== 'variable' ? `:${node.name}` : '';
  const id = node.type === 'heading' && node.data?.id ? `#${node.data.id}` : '';
  const inside =
    'children' in node
      ? node.children.map(sketch).join(' ')
      : 'value' in node
        ? JSON.stringify(node.value)
        : '';
  return `${node.type}${name}${id}(${inside})`;
}
const read = (text: string, options: Partial<ParseOptions> = {}) => {
  const tree = parse(text, options);
  expect(tree.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return tree.root.children.map(sketch).join(' ');
};
const spots = (text: string) => {
  const found: string[] = [];
  walk(parse(text).root, (node) => {
    const { start, end } = node.position ?? {};
    if ('value' in node) found.push(text.slice(start?.offset, end?.offset));
  });
  return found;
};

describe('parsePage', () => {
  test('puts variables into prose as nodes and leaves them in code and addresses as text', () => {
    expect(read('**{{v}}** [l]({{b}}/a) `{{c}}`')).toBe(
      'paragraph(strong(variable("{{v}}")) text(" ") link(text("l")) text(" ") inlineCode("{{c}}"))',
    );
    const [paragraph] = parse('[l]({{ b }}/a "{{t}}")').root.children;
    expect(paragraph).toMatchObject({ children: [{ url: '{{ b }}/a', title: '{{t}}' }] });
  });

  test('shows escaped braces as they are', () => {
    expect(read('a \\{{v}} b')).toBe('paragraph(text("a ") text("{{v}}") text(" b"))');
  });

  test('knows headings by the id that their author gave', () => {
    expect(read('## Set `x` up {#setup}\n\n# A {#b} #')).toBe(
      'heading#setup(text("Set ") inlineCode("x") text(" up")) heading#b(text("A"))',
    );
  });

  test('drops HTML comments without breaking lines, lists or tags', () => {
    expect(read('a <!-- c -->\nb')).toBe('paragraph(text("a\\nb"))');
    expect(read('<A>\n<!-- one\n\ntwo -->\n<B />\n</A>')).toBe(
      'mdxJsxFlowElement:A(mdxJsxFlowElement:B())',
    );
    expect(read('a <!-- c --> b', { format: 'md' })).not.toContain('c');
  });

  test('closes void tags and takes a stray "<" for text', () => {
    expect(read('a<br>b <3')).toBe('paragraph(text("a") mdxJsxTextElement:br() text("b <3"))');
    const [image] = parse('<img src="a.png" alt="1 > 0">\n\n<3').root.children;
    expect(image).toMatchObject({
      name: 'img',
      attributes: [
        { name: 'src', value: 'a.png' },
        { name: 'alt', value: '1 > 0' },
      ],
    });
  });

  test.each(['', '<br>', '<!-- c -->', '1 <= 2'])(
    'reads destinations in angle brackets on a page with %j',
    (repaired) => {
      const text = `${repaired}\n\n[k](<./index> "t") ![i](<./a b.png>) [u](\n<https://x.y>) [r2]\n\n> [r2]: <./c d>`;
      const { root, problems } = parse(text);
      const found: string[] = [];
      walk(root, (node) => {
        if ('url' in node) found.push(`${node.type} ${node.url}`);
      });
      expect(found).toEqual([
        'link ./index',
        'image ./a b.png',
        'link https://x.y',
        'definition ./c d',
      ]);
      expect(problems.map(({ place }) => place?.start.line)).toEqual(repaired === '' ? [] : [1]);
    },
  );

  test('takes an angle bracket that only looks like a destination for text', () => {
    expect(read('<br>\n\n[a](<3 and [b]: <3 c>\n\n[^n]: <3>')).toContain(
      'text("[a](<3 and [b]: <3 c>")',
    );
  });

  test('leaves no gaps for the brackets around an address', () => {
    const text = 'See (<https://x.org/a>). Or <https://y.org>, <me@x.org>!';
    expect(read(text)).toBe(
      'paragraph(text("See (") link(text("https://x.org/a")) text("). Or ") ' +
        'link(text("https://y.org")) text(", ") link(text("me@x.org")) text("!"))',
    );
    const [paragraph] = parse(text).root.children;
    const parts = paragraph && 'children' in paragraph ? paragraph.children : [];
    const places = parts.map(({ position }) =>
      text.slice(position?.start.offset, position?.end.offset),
    );
    expect(places).toEqual([
      'See (',
      '<https://x.org/a>',
      '). Or ',
      '<https://y.org>',
      ', ',
      '<me@x.org>',
      '!',
    ]);
  });

  test('reads marks of emphasis next to an address in brackets', () => {
    expect(read('**<https://x.org>** or *<me@x.org>*, __<https://y.org/a_(b)>__')).toBe(
      'paragraph(strong(link(text("https://x.org"))) text(" or ") ' +
        'emphasis(link(text("me@x.org"))) text(", __") link(text("https://y.org/a_(b)")) text("__"))',
    );
  });

  test('makes formulas inline, displayed, and blocks of their own', () => {
    expect(read('Let $x_1$ be\n$$\ny\n\nz\n$$\nfor $$w$$ all.')).toBe(
      'paragraph(text("Let ") inlineMath("x_1") text(" be")) math("y\\n\\nz") ' +
        'paragraph(text("for ") inlineMath("w") text(" all."))',
    );
  });

  test('keeps positions true behind everything that was masked', () => {
    const text = '---\ntitle: ü\n---\n\na {{v}} <!-- c --> $x_1$ 🙂 `code` \\{{l}} end';
    expect(spots(text)).toEqual([
      'a ',
      '{{v}}',
      ' <!-- c --> ',
      '$x_1$',
      ' 🙂 ',
      '`code`',
      ' ',
      '\\{{l}}',
      ' end',
    ]);
  });

  test('reads a byte-order mark, CRLF and right-to-left text like any other', () => {
    const text = '\ufeff---\r\ntitle: x\r\n---\r\n# שלום {{v}}\r\n\r\n```js\r\na\r\nb\r\n```\r\n';
    expect(read(text)).toBe('heading(text("שלום ") variable("{{v}}")) code("a\\nb")');
    expect(spots(text)[0]).toBe('שלום ');
  });

  test('takes braces and tags for text in plain Markdown', () => {
    expect(read('a {b} {{v}} $ {c\n\n# T {#t}', { format: 'md' })).toBe(
      'paragraph(text("a {b} ") variable("{{v}}") text(" $ {c")) heading#t(text("T"))',
    );
  });

  test('keeps nested quotes of properties as they are', () => {
    const [element] = parse(`<A a='say "x"' b={"it's"} c={\`"\`} />`).root.children;
    expect(element).toMatchObject({
      attributes: [
        { name: 'a', value: 'say "x"' },
        { name: 'b', value: { value: '"it\'s"' } },
        { name: 'c', value: { value: '`"`' } },
      ],
    });
  });

  test.each([
    ['a\n\n<Card>\n\ntext', 3, 1, 'mdx-syntax', /closing tag for `<Card>`/, /Close the tag/],
    [
      '<details><summary>a</summary>\n\nb\n\n</details>',
      1,
      1,
      'mdx-syntax',
      /before the end of `paragraph`/,
      /line break after the opening tag/,
    ],
    ['a\n\nb { c', 3, 3, 'mdx-syntax', /end of file in expression/, /write \\{/],
    ['a {"b": 1}', 1, 7, 'mdx-syntax', /Invalid JavaScript/, /write \\{/],
    ['<A b=3 />', 1, 6, 'mdx-syntax', /before attribute value/, /name="text"/],
    [
      'import A from "./a"\ntext',
      2,
      1,
      'mdx-syntax',
      /read anyway: .* only import\/exports/,
      /blank line/,
    ],
    ['---\nx: y\n---\n\n{{v}} </B>', 5, 7, 'mdx-syntax', /closing/, /Close the tag/],
  ])('names the place and a way out of %j', (text, line, column, ruleId, reason, note) => {
    const { problems } = parse(text);
    expect(problems).toMatchObject([{ severity: 'error', ruleId, file: 'page.mdx' }]);
    expect(problems[0]?.place?.start).toMatchObject({ line, column });
    expect(problems[0]?.reason).toMatch(reason);
    expect(problems[0]?.note).toMatch(note);
  });

  test('tells once per kind what it was lenient about', () => {
    const { problems } = parse('<!-- a --> <!-- b --> <br>');
    expect(problems.map(({ severity, ruleId }) => [severity, ruleId])).toEqual([
      ['note', 'html-comment'],
      ['note', 'unclosed-void-tag'],
    ]);
  });

  test('names undeclared variables with the nearest declared one', () => {
    const { problems } = parse('x {{api.bsae}}', { variables: new Set(['api.base']) });
    expect(problems).toMatchObject([
      {
        severity: 'error',
        ruleId: 'undefined-variable',
        reason: 'Undefined variable "api.bsae"; did you mean "api.base"?',
        place: { start: { line: 1, column: 3 } },
      },
    ]);
  });

  test('gives expressions, module lines and attributes as JavaScript and with their places', () => {
    const text = 'import A from "./a.mdx"\n\n<A b={[1, x]} c="d" {...e}>{f.g}</A>\n\n{/* no */}';
    const [module, element, comment] = parse(text).root.children;
    if (module?.type !== 'mdxjsEsm' || element?.type !== 'mdxJsxFlowElement') throw new Error();
    expect(programOf(module)?.body[0]?.type).toBe('ImportDeclaration');
    const [first] = element.attributes;
    if (first?.type !== 'mdxJsxAttribute') throw new Error();
    expect(attributeExpression(first)?.type).toBe('ArrayExpression');
    expect(expressionOf(element.children[0] as never)?.type).toBe('MemberExpression');
    expect(expressionOf(comment as never)).toBeUndefined();
    expect(
      attributePlaces(text, element).map(({ place, value }) => [
        text.slice(place.start.offset, place.end.offset),
        value && text.slice(value.start.offset, value.end.offset),
      ]),
    ).toEqual([
      ['b={[1, x]}', '{[1, x]}'],
      ['c="d"', '"d"'],
      ['{...e}', undefined],
    ]);
  });
});

describe('the two parsers', () => {
  /** Without what only one of them has: data, positions of attributes, and where a task's text starts. */
  const bare = (node: unknown, isTask = false): unknown => {
    if (Array.isArray(node)) return node.map((item) => bare(item, isTask));
    if (typeof node !== 'object' || node === null) return node ?? undefined;
    const { type, checked } = node as { type?: string; checked?: boolean | null };
    const entries = Object.entries(node)
      .filter(([key, value]) => key !== 'data' && value !== null && value !== undefined)
      .filter(([key]) => key !== 'position' || !(isTask || type?.startsWith('mdxJsxAttr')))
      .map(([key, value]) => [key, bare(value, key === 'children' && checked != null)] as const);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  };

  test.each(['mem0', 'dify'] as const)(
    'agree on every page of %s',
    { timeout: 120_000 },
    (name) => {
      const dir = corpus(name);
      if (dir === undefined) return;
      const differing: string[] = [];
      const files = pageFiles(dir);
      for (const path of files) {
        const text = readFileSync(join(dir, path), 'utf8');
        const fast = parsePage({ path, text }, { format: 'mdx' });
        const head = text.slice(0, splitFrontmatter(text).bodyOffset);
        const slow = parsePrecisely(head.replace(/[^\n]/g, ' ') + text.slice(head.length), 'mdx');
        if (fast.problems.some(({ ruleId }) => ruleId !== 'unclosed-code') || 'error' in slow)
          differing.push(`${path}: refused`);
        else if (JSON.stringify(bare(fast.root)) !== JSON.stringify(bare(slow.root))) {
          differing.push(path);
        }
      }
      expect(files).toHaveLength(name === 'mem0' ? 247 : 574);
      expect(differing).toEqual([]);
    },
  );
});

describe('mutated pages', () => {
  const inserts = ['{', '}', '<', '>', '<A', '</', '`', '```\n', '$', '$$', '{{', '<!--', '*', '_'];
  inserts.push(
    '[',
    '](',
    '|',
    '\n\n',
    '\r',
    '\u0000',
    '\ud800',
    'import ',
    'export {',
    '"',
    '---\n',
  );

  test('never crash, never hang, and always say where', { timeout: 300_000 }, () => {
    const dir = corpus('mem0');
    if (dir === undefined) return;
    const texts = pageFiles(dir)
      .map((path) => readFileSync(join(dir, path), 'utf8'))
      .filter((text) => text.length < 12_000);
    const mutation = fc.tuple(fc.nat(), fc.constantFrom(...inserts), fc.nat(30));
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('mdx' as const, 'md' as const),
        (page, mutations, format) => {
          let text = page;
          for (const [at, insert, cut] of mutations) {
            const offset = at % (text.length + 1);
            text = text.slice(0, offset) + insert + text.slice(offset + cut);
          }
          const start = performance.now();
          const tree = parsePage({ path: 'x.mdx', text }, { format, variables: new Set<string>() });
          expect(performance.now() - start).toBeLessThan(5000);
          for (const { place, reason } of tree.problems) {
            expect(place?.start.line).toBeGreaterThan(0);
            expect(place?.end.offset).toBeLessThanOrEqual(text.length);
            expect(reason).not.toMatch(/[\ue000-\uf8ff]/);
          }
          expect(JSON.stringify(tree.root)).not.toMatch(/[\ue000-\uf8ff]/);
        },
      ),
      { numRuns: 400 },
    );
  });
});
