import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFrontmatter } from '../../../pipeline/source/frontmatter.ts';
import { splitFrontmatter } from '../../../pipeline/source/frontmatter-range.ts';
import { corpus } from '../../support/corpus.ts';
import { pageFiles } from './pages.ts';

const read = (yaml: string) =>
  readFrontmatter({ path: 'a.mdx', text: `---\n${yaml}\n---\nBody\n` });
const told = (yaml: string) =>
  read(yaml).problems.map(({ severity, ruleId, reason, place }) => {
    const { line, column } = place?.start ?? {};
    return `${severity} ${ruleId} ${line}:${column} ${reason}`;
  });

describe('splitFrontmatter', () => {
  test.each([
    ['---\na: 1\n---\nBody', 'a: 1\n', 'Body'],
    ['\ufeff---\r\na: 1\r\n---\r\nBody', 'a: 1\r\n', 'Body'],
    ['---\n---\nBody', '', 'Body'],
    ['---\na: "---"\nb: |\n  ---\n---', 'a: "---"\nb: |\n  ---\n', ''],
    ['Body\n---\na: 1\n---', undefined, 'Body\n---\na: 1\n---'],
    ['---\n\nBody\n', undefined, '---\n\nBody\n'],
  ])('divides %j', (text, yaml, body) => {
    const range = splitFrontmatter(text);
    expect(range.yaml).toBe(yaml);
    expect(text.slice(range.bodyOffset)).toBe(body);
  });
});

describe('readFrontmatter', () => {
  test('removes the page menu where it is turned off', () => {
    const { frontmatter, problems } = read('contextual: false');
    expect(frontmatter.contextual).toEqual({ options: [] });
    expect(problems).toEqual([]);
  });

  test('leaves wrong entries out of the page menu, each reported at its place', () => {
    const menu = (yaml: string) => read(yaml).frontmatter.contextual;
    const own = { title: 'Own', description: 'A line', href: 'https://a.example' };
    const yaml = [
      'contextual:',
      '  options:',
      '    - copy',
      '    - nonsense',
      `    - ${JSON.stringify(own)}`,
      '    - { title: No target }',
      '    - 7',
    ].join('\n');
    expect(menu(yaml)).toEqual({ options: ['copy', own] });
    expect(told(yaml).map((line) => line.replace(/, expected.*/, ''))).toEqual([
      'warning frontmatter-type 5:7 Unexpected "nonsense" for "contextual.options"',
      'warning frontmatter-type 7:7 Unexpected {"title":"No target"} for "contextual.options"',
      'warning frontmatter-type 8:7 Unexpected 7 for "contextual.options"',
    ]);
    // Nothing is left: the page has the site's menu.
    expect(menu('contextual: { options: copy }')).toEqual({});
    expect(told('contextual: { options: copy }')).toHaveLength(1);
    expect(menu('contextual: { options: [nonsense] }')).toEqual({});
    expect(menu('contextual: { options: [] }')).toEqual({ options: [] });
    const href = { base: 'https://a.example', query: { q: '$mcp' } };
    const queried = `contextual: { options: [${JSON.stringify({ ...own, href })}] }`;
    expect(menu(queried)).toEqual({ options: [{ ...own, href }] });
  });

  test('takes a list of tags for the author’s own, and a text for a mistyped tag', () => {
    expect(read('tags: [a, b]').problems.map(({ severity }) => severity)).toEqual(['note']);
    expect(read('tags: New').problems.map(({ severity }) => severity)).toEqual(['warning']);
  });

  test('makes meta tags of texts and lists of them, and not of objects', () => {
    const { frontmatter } = read(
      'author: [Ann, Bo]\n"og:image": /a.png\npublisher: { name: Acme }',
    );
    expect(frontmatter.meta).toEqual({ author: 'Ann, Bo', 'og:image': '/a.png' });
    expect(frontmatter.other).toEqual({ publisher: { name: 'Acme' } });
  });

  test('reads known fields, meta tags and the author’s own keys apart', () => {
    const { frontmatter, problems, bodyOffset } = read(
      [
        'title: 404',
        'version: 1.0',
        'keywords: [a, b c]',
        'groups: admins, staff',
        'hidden: true',
        'boost: 2.5',
        'authMethod: key',
        'related: [/a, {T: /b}]',
        '"og:title": x',
        'author: Ann',
        'colour: {a: [1]}',
        'description:',
      ].join('\n'),
    );
    expect(frontmatter).toEqual({
      title: '404',
      version: '1.0',
      keywords: ['a', 'b c'],
      groups: ['admins', 'staff'],
      hidden: true,
      boost: 2.5,
      authMethod: 'api_key',
      related: ['/a', { T: '/b' }],
      meta: { 'og:title': 'x', author: 'Ann' },
      other: { colour: { a: [1] } },
    });
    expect(problems.map(({ severity }) => severity)).toEqual(['note']);
    expect(bodyOffset).toBeGreaterThan(100);
  });

  test('tells wrong types at their place and leaves the value out', () => {
    expect(told('title: x\nhidden: perhaps\nmode: wild\nboost: -1\nlastUpdatedDate: soon')).toEqual(
      [
        'warning frontmatter-type 3:9 Unexpected "perhaps" for "hidden", expected true or false.',
        'warning frontmatter-type 4:7 Unexpected "wild" for "mode", expected default or wide or custom or frame or center or assistant.',
        'warning frontmatter-type 5:8 Unexpected -1 for "boost", expected a number above 0.',
        'warning frontmatter-type 6:18 Unexpected "soon" for "lastUpdatedDate", expected a date such as 2026-01-31.',
      ],
    );
    expect(read('title: [a]').frontmatter.title).toBeUndefined();
  });

  test('asks about a key that is nearly a known one', () => {
    expect(told('sidebartitle: x')).toEqual([
      'warning frontmatter-unknown-key 2:1 Unknown front matter field "sidebartitle"; did you mean "sidebarTitle"?',
    ]);
  });

  test('says where YAML breaks and that colons want quotes', () => {
    const { problems, frontmatter } = read('title: a: b\nicon: x');
    expect(problems[0]).toMatchObject({
      severity: 'error',
      ruleId: 'frontmatter-syntax',
      place: { start: { line: 2 } },
      note: 'Put quotes around a value that contains a colon.',
    });
    expect(frontmatter.meta).toEqual({});
  });

  test('tells of front matter that is never closed or no list of fields', () => {
    const open = readFrontmatter({ path: 'a.mdx', text: '---\ntitle: x\n\nBody' });
    expect(open.problems).toMatchObject([
      { ruleId: 'frontmatter-unclosed', place: { start: { line: 1, column: 1 } } },
    ]);
    expect(told('- a')).toEqual([
      'error frontmatter-type 2:1 The front matter is not a list of "key: value" lines.',
    ]);
  });

  test('is not fooled by names that every object has', () => {
    expect(read('constructor: x\n__proto__: y').frontmatter.other).toMatchObject({
      constructor: 'x',
    });
  });

  test('reads every corpus page without an error', () => {
    for (const name of ['mem0', 'dify'] as const) {
      const dir = corpus(name);
      if (dir === undefined) continue;
      for (const path of pageFiles(dir)) {
        const { problems } = readFrontmatter({ path, text: readFileSync(join(dir, path), 'utf8') });
        expect(
          problems.filter(({ severity }) => severity === 'error'),
          path,
        ).toEqual([]);
      }
    }
  });

  test('never crashes and always says where', () => {
    const part = fc.constantFrom(
      ...[
        'title',
        'mode',
        ':',
        ' ',
        '\n',
        '- ',
        '{',
        '}',
        '[',
        ']',
        '&a',
        '*a',
        '|',
        '>',
        '"',
        "'",
      ],
      ...['---', '!!binary', '<<: *a', '\t', '\r\n', '#', '?', ',', '1e999', '\u0000', '🙂', '%'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        for (const problem of read(parts.join('')).problems) {
          expect(problem.place?.start.line).toBeGreaterThan(0);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
