import type { Nodes, Root } from 'mdast';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../../pipeline/source/parse.ts';
import { prose } from '../../../pipeline/source/prose.ts';
import { walk } from '../../../pipeline/source/tree.ts';

const parse = (text: string) => parsePage({ path: 'page.mdx', text }, { format: 'mdx' });

/** A tree in short: tags as tags, other nodes as their name and content. */
function sketch(node: Nodes): string {
  const inside =
    'children' in node ? node.children.map(sketch).join('') : 'value' in node ? node.value : '';
  if (node.type === 'root') return node.children.map(sketch).join(' | ');
  if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') {
    const names = node.attributes.map((at) => (at.type === 'mdxJsxAttribute' ? ` ${at.name}` : ''));
    return `<${node.name}${names.join('')}>${inside}</>`;
  }
  if (node.type === 'text' || node.type === 'paragraph') return inside;
  return `${node.type}(${inside})`;
}

const table: readonly (readonly [
  what: string,
  text: string,
  shown: string,
  ...places: string[],
])[] = [
  [
    'a tag that is never closed',
    'a\n\n<Card title="x">\n\ntext *b*\n\n## H',
    'a | <Card title="x"> | text emphasis(b) | heading(H)',
    '3:1',
  ],
  [
    'the one that was forgotten, not those around it',
    '<Tabs>\n<Tab title="a">\nx\n</Tabs>',
    '<Tabs><Tab title="a">\nx</>',
    '2:1',
  ],
  [
    'a tag forgotten before one in a paragraph',
    '<Steps>\n  <Step title="x">\n  text\n</Steps>\n\n*y*',
    '<Steps><Step title="x">\ntext</> | emphasis(y)',
    '2:3',
  ],
  ['an inline tag', '<Note>not <b>bold</Note>\n\nx', '<Note>not <b>bold</> | x', '1:11'],
  [
    'a stray closing tag',
    '<Tabs>\n<Tab>\nx\n</Tab>\n</Tab>\n</Tabs>\n\nend',
    '<Tabs><Tab>x</></Tab></> | end',
    '5:1',
  ],
  ['a wrong closing tag', '<A></B></A>', '<A></B></>', '1:4'],
  [
    'a tag closed outside of its list item',
    '- <A>\n\n</A>\n\n*x*',
    'list(listItem(<A>)) | </A> | emphasis(x)',
    '1:3',
  ],
  ['a tag closed in another paragraph', '<p>a\n\nb</p>', '<p>a | b</p>', '1:1'],
  ['a brace that is never closed', 'b { c\n\n*d*', 'b { c | emphasis(d)', '1:3'],
  ['a brace in a component', '<A>{</A>\n\n*x*', '<A>{</> | emphasis(x)', '1:4'],
  ['a comment that is never closed', '{/* never\n\n*x*', '{/* never | emphasis(x)', '1:1'],
  ['an expression that is none', 'a {"b": 1} *c*', 'a {"b": 1} emphasis(c)', '1:7'],
  ['several of them', '{a b} {c} {d e}', '{a b} mdxTextExpression(c) {d e}', '1:3', '1:13'],
  ['an expression over many paragraphs', '{a\n\n*b*\n\nc d}', '{a | emphasis(b) | c d}', '5:3'],
  [
    'an attribute without quotes',
    '<img src="a.png" width=300 height={200} />',
    '<img src height></>',
    '1:24',
  ],
  [
    'a sign of less that ends a line of a list',
    '- if a<b.\n- two',
    'list(listItem(if a<b.)listItem(two))',
    '1:7',
  ],
  [
    'words behind a sign of less, before a heading',
    '- x <y. z\n- two\n\n## Head\n\n> q',
    'list(listItem(x <y. z)listItem(two)) | heading(Head) | blockquote(q)',
    '1:5',
  ],
  ['an attribute with wrong JavaScript', '<A b={1 2} c="d">*x*</A>', '<A c>emphasis(x)</>', '1:8'],
  ['an attribute that is an expression', '<A {b} c>x</A>', '<A c>x</>', '1:5'],
  ['an attribute of another framework', '<A @click="x" c>x</A>', '<A c>x</>', '1:4'],
  [
    'a quote that is never closed',
    '<a href="x>y</a>\n\n*b*',
    '<a href="x>y</a> | emphasis(b)',
    '1:1',
    '1:13',
  ],
  ['a "<" before a word', 'a <b and c\n\n*d*', 'a <b and c | emphasis(d)', '1:3'],
  ['a tag with a strange name', '<A.b.>x', '<A.b.>x', '1:6'],
  [
    'an import with prose behind it',
    'import A from "./a"\n# Title\nx {b}',
    'mdxjsEsm(import A from "./a") | heading(Title) | x mdxTextExpression(b)',
    '2:2',
  ],
  [
    'an import that is prose',
    'import is a word\nhere\n\n*x*',
    'import is a word\nhere | emphasis(x)',
    '1:11',
  ],
  ['an import without a file', 'import A from\n\n*x*', 'import A from | emphasis(x)', '1:14'],
  [
    'an export that is never closed',
    'export const x = {\n\n# Title\n\ntext',
    'export const x = { | heading(Title) | text',
    '1:19',
  ],
  [
    'an export with a mistake',
    'export const F = () => {\n  return (<div>)\n}\n\n*x*',
    'export const F = () => {\n  return (<div>)\n} | emphasis(x)',
    '3:1',
  ],
  [
    'mistakes in several places',
    '<Card>\n{a b}\n\n<B/>\n</Card>\n\n</X>\n\n<Y>',
    '<Card>{a b}<B></></> | </X> | <Y>',
    '2:3',
    '7:1',
    '9:1',
  ],
  [
    'tags in code, which are none',
    '```\n{\n```\n\n<A>\n\n`</A>`',
    'code({) | <A> | inlineCode(</A>)',
    '5:1',
  ],
];

describe('a page that MDX refuses', () => {
  test.each(table)('shows as text %s', (_, text, shown, ...places) => {
    const { root, problems } = parse(text);
    expect(sketch(root)).toBe(shown);
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ ruleId }) => ruleId)).toEqual(places.map(() => 'mdx-syntax'));
    expect(errors.map(({ place }) => `${place?.start.line}:${place?.start.column}`)).toEqual(
      places,
    );
  });

  test('keeps the places of all that it shows true', () => {
    for (const [, text] of table) {
      walk(parse(text).root, (node) => {
        if (node.type !== 'text') return;
        const { start, end } = node.position ?? {};
        const written = text.slice(start?.offset, end?.offset);
        expect(written.replace(/\s+/g, ' '), text).toContain(
          node.value.trim().replace(/\s+/g, ' '),
        );
      });
    }
  });

  test('reports what was found, how it is shown and how to fix it', () => {
    const [problem] = parse('---\ntitle: x\n---\n\n<Tabs>\n<Tab>\n</Tabs>').problems;
    expect(problem).toMatchObject({
      severity: 'error',
      ruleId: 'mdx-syntax',
      file: 'page.mdx',
      reason: 'This is not valid MDX, and is shown as text: Expected a closing tag for `<Tab>`.',
      note: 'Close the tag where it was opened: in the same list item or quote, and on a line of its own if it begins on one.',
      place: { start: { line: 6, column: 1, offset: 25 } },
    });
  });

  test('reports a sign that it repairs once, as the author wrote it', () => {
    const { problems } = parse('<br>\n\nPrice <a and <5');
    expect(problems.map(({ ruleId, place }) => `${ruleId} ${place?.start.column}`)).toEqual([
      'mdx-syntax 14',
      'unclosed-void-tag 1',
    ]);
    expect(problems[0]?.reason).toContain('Unexpected character `<` (U+003C) after attribute name');
  });

  test('has an amount behind "<" as text, without an error', () => {
    const { root, problems } = parse('Price <$5 and <5 <br>');
    expect(prose(root)).toContain('Price <$5 and <5 ');
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(['stray-less-than', 'unclosed-void-tag']);
  });

  test('keeps the rules of a style sheet without a word', () => {
    const { root, problems } = parse('<style>\n .y { color: blue }\n</style>\n\n{a b}');
    expect(sketch(root)).toBe('<style>.y { color: blue }</> | {a b}');
    expect(problems.map(({ place }) => place?.start.line)).toEqual([5]);
  });

  test('still has its variables, formulas and links to what is defined elsewhere', () => {
    const { root } = parse('{{v}} $x_1$ [a][b] {c d} <!-- no -->\n\n<A>\n\n[b]: /x');
    expect(sketch(root)).toBe(
      'variable({{v}}) inlineMath(x_1) linkReference(a) {c d} | <A> | definition()',
    );
  });

  test('with more mistakes than it is read for still shows all its words', () => {
    const lines = Array.from({ length: 500 }, (_, index) => `line${index} {a b} <X> *y*`);
    const { root, problems } = parse(lines.join('\n\n'));
    const words = prose(root);
    for (const index of [0, 20, 60, 499]) expect(words).toContain(`line${index} `);
    expect(words.match(/\{a b\}/g)).toHaveLength(500);
    expect(emphases(root)).toBe(500);
    expect(problems.length).toBeLessThan(30);
  });

  test('that uses all placeholder characters is shown as written', () => {
    let all = '';
    for (let code = 0xe000; code <= 0xf8ff; code++) all += String.fromCharCode(code);
    const { root, problems } = parse(`${all}\n\n<A>\n\nsome *words*`);
    expect(prose(root)).toContain('some *words*');
    expect(problems).toHaveLength(1);
  });
});

function emphases(root: Root): number {
  let count = 0;
  walk(root, ({ type }) => {
    if (type === 'emphasis') count++;
  });
  return count;
}
