import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NavigationLookup } from '../../../pipeline/config/navigation/resolver.ts';
import { resolveNavigation } from '../../../pipeline/config/navigation.ts';
import { readConfig } from '../../../pipeline/config/read.ts';
import { nearest } from '../../../pipeline/source/nearest.ts';
import type { NavContainer, NavNode } from '../../../schema/site.ts';

function resolve(
  navigation: unknown,
  options: {
    readonly pages?: readonly string[];
    readonly hidden?: readonly string[];
    readonly operations?: Readonly<Record<string, string>>;
    readonly mode?: 'check' | 'preview';
  } = {},
) {
  const text = JSON.stringify(
    { name: 'Acme', colors: { primary: '#0d9373' }, navigation },
    undefined,
    1,
  );
  const { config, locate } = readConfig(text, { file: 'docs.json' });
  if (config === undefined) throw new Error('no configuration');
  const { pages, hidden = [], operations = {}, mode = 'check' } = options;
  const lookup: NavigationLookup = {
    page: (path) =>
      pages === undefined || pages.includes(path) ? { hidden: hidden.includes(path) } : undefined,
    nearest: (path) => nearest(path, pages ?? []),
    operation: (entry, openapi) =>
      openapi === 'unread.json'
        ? { leftOut: 'unread' }
        : operations[`${openapi ?? ''} ${entry}`.trim()],
    operations: (openapi) => [
      { path: `${openapi}/a`, group: 'Users' },
      { path: `${openapi}/b`, group: 'Orders' },
      { path: `${openapi}/c`, group: 'Users' },
      { path: `${openapi}/d` },
    ],
  };
  const { navigation: resolved, problems } = resolveNavigation(config, lookup, { locate, mode });
  const lines = text.split('\n');
  return {
    navigation: resolved,
    problems: problems.map(({ severity, ruleId, reason }) => `${severity} ${ruleId}: ${reason}`),
    at: problems.map(({ place }) => lines[(place?.start.line ?? 0) - 1]?.trim()),
  };
}

/** A node as nested short texts. */
function sketch(node: NavNode): unknown {
  if (node.type === 'page') return node.path;
  if (node.type === 'link') return `-> ${node.href}`;
  const kind = node.type === 'group' ? 'group' : node.kind;
  return { [`${kind} ${node.label}`]: node.children.map(sketch) };
}

const children = (root: NavContainer) => root.children.map(sketch);

describe('the tree', () => {
  test('reads a group name of spaces as none', () => {
    const { navigation, problems } = resolve({ pages: [{ group: ' ', pages: ['start'] }] });
    expect(children(navigation.root)).toEqual([{ 'group ': ['start'] }]);
    expect(problems).toEqual([]);
  });

  test('containers of all kinds nest in any order', () => {
    const { navigation, problems } = resolve({
      anchors: [
        {
          anchor: 'Docs',
          tabs: [
            {
              tab: 'Guides',
              versions: [
                { name: '1', groups: [{ group: 'G', pages: ['a', { group: 'H', pages: ['b'] }] }] },
              ],
            },
            { tab: 'API', menu: [{ item: 'M', pages: ['c'] }] },
          ],
        },
      ],
    });
    expect(problems).toEqual([]);
    expect(children(navigation.root)).toEqual([
      {
        'anchor Docs': [
          { 'tab Guides': [{ 'version 1': [{ 'group G': ['a', { 'group H': ['b'] }] }] }] },
          { 'tab API': [{ 'menu M': ['c'] }] },
        ],
      },
    ]);
    expect(navigation.first).toBe('a');
  });

  test('page paths may be written with slashes and extensions', () => {
    const { navigation } = resolve(
      { pages: ['/a/', 'b.mdx', '/', './c'] },
      { pages: ['a', 'b', 'index', 'c'] },
    );
    expect(children(navigation.root)).toEqual(['a', 'b', 'index', 'c']);
  });

  test('groups next to tabs become the first tab, with a warning', () => {
    const { navigation, problems } = resolve({
      tabs: [{ tab: 'T', pages: ['a'] }],
      groups: [{ group: 'G', pages: ['b'] }],
    });
    expect(children(navigation.root)).toEqual([
      { 'tab G': [{ 'group G': ['b'] }] },
      { 'tab T': ['a'] },
    ]);
    expect(problems).toEqual([
      'warning mixed-navigation: "groups" next to "tabs" are shown as the first tab',
    ]);
  });

  test('anchors without label or goal are left out, links keep their address', () => {
    const { navigation } = resolve({
      pages: ['a', 'https://example.com/x'],
      anchors: [
        { name: 'Blog', url: 'https://blog.example.com' },
        { anchor: 'Nowhere' },
        { href: '/x' },
      ],
    });
    expect(children(navigation.root)).toEqual([
      { 'anchor Blog': [] },
      'a',
      '-> https://example.com/x',
    ]);
    expect(navigation.root.children[0]).toMatchObject({ href: 'https://blog.example.com' });
  });
});

describe('what a click opens', () => {
  test('landing, else the first visible page', () => {
    const { navigation } = resolve(
      {
        tabs: [
          { tab: 'A', landing: 'z', pages: ['a'] },
          { tab: 'B', pages: ['h', { group: 'G', root: 'r', pages: ['b'] }] },
        ],
      },
      { hidden: ['h'] },
    );
    expect(navigation.root.children).toMatchObject([{ opens: 'z' }, { opens: 'r' }]);
  });

  test('the default version and language come first', () => {
    const { navigation } = resolve({
      versions: [
        { name: '1', pages: ['old'] },
        { name: '2', default: true, pages: ['new'] },
      ],
    });
    expect(navigation.first).toBe('new');
    expect(navigation.root.children).toMatchObject([
      { version: { default: false } },
      { version: { default: true } },
    ]);
  });

  test('without a default the first version that is not hidden is it', () => {
    const { navigation } = resolve({
      versions: [
        { name: '3', hidden: true, pages: ['x'] },
        { name: '2', url: '/v2/', lifecycle: 'deprecated', pages: ['y'] },
      ],
    });
    expect(navigation.root.children).toMatchObject([
      { hidden: true, version: { default: false } },
      { version: { default: true, lifecycle: 'deprecated', prefix: 'v2' } },
    ]);
    expect(navigation.first).toBe('y');
  });
});

describe('problems', () => {
  test('missing pages are errors at their entry, warnings in the preview', () => {
    const navigation = { groups: [{ group: 'G', root: 'r', pages: ['a', 'gone'] }] };
    const check = resolve(navigation, { pages: ['a'] });
    expect(check.problems).toEqual([
      'error missing-page: Missing page gone, listed in the navigation',
      'error missing-page: Missing page r, the root of group "G"',
    ]);
    expect(check.at).toEqual(['"gone"', '"root": "r",']);
    expect(children(check.navigation.root)).toEqual([{ 'group G': ['a'] }]);
    expect(resolve(navigation, { pages: ['a'], mode: 'preview' }).problems[0]).toMatch(/^warning/);
  });

  test('a tab without a page, a missing landing', () => {
    const { problems } = resolve(
      {
        tabs: [
          { tab: 'A', groups: [] },
          { tab: 'B', landing: 'x', pages: ['a'] },
          { tab: 'C', href: '/c' },
        ],
      },
      { pages: ['a'] },
    );
    expect(problems).toEqual([
      'error empty-tab: Tab "A" has no page to open',
      'error missing-landing: Missing page x, the landing of tab "B"',
    ]);
  });

  test('the same page twice in one container is a warning, in two containers it is not', () => {
    expect(
      resolve({
        tabs: [
          { tab: 'A', pages: ['a'] },
          { tab: 'B', pages: ['a'] },
        ],
      }).problems,
    ).toEqual([]);
    const twice = resolve({
      groups: [
        { group: 'A', pages: ['a'] },
        { group: 'B', pages: ['b', 'a'] },
      ],
    });
    expect(twice.problems).toEqual([
      'warning duplicate-page: Page a is listed more than once in "Acme"',
    ]);
    expect(twice.at).toEqual(['"a"']);
    // However often it is listed, one message says so.
    expect(
      resolve({ groups: [{ group: 'A', pages: ['a', 'b', 'a', 'a', 'a'] }] }).problems,
    ).toEqual(twice.problems);
  });

  test('a page that a description lists as well is listed once by its author', () => {
    const own = (pages: readonly string[]) =>
      resolve({
        groups: [
          { group: 'API', openapi: 'api' },
          { group: 'Own', pages },
        ],
      }).problems;
    expect(own(['api/d'])).toEqual([]);
    expect(own(['api/d', 'api/d'])).toEqual([
      'warning duplicate-page: Page api/d is listed more than once in "Acme"',
    ]);
  });

  test('groups nested deeper than four levels are a warning', () => {
    const nest = (depth: number): unknown =>
      depth === 0 ? 'a' : { group: `G${depth}`, pages: [nest(depth - 1)] };
    expect(resolve({ groups: [nest(4)] }).problems).toEqual([]);
    expect(resolve({ groups: [nest(6)] }).problems).toEqual([
      'warning deep-group: Group "G2" is nested 5 levels deep, expected at most 4',
    ]);
  });
});

describe('API descriptions', () => {
  test('entries ask for their operation with the nearest description above', () => {
    const operations = {
      'a.json GET /x': 'api/x',
      'b.json POST /y': 'api/y',
      'WEBHOOK ping': 'hooks/ping',
    };
    const { navigation, problems } = resolve(
      {
        groups: [
          {
            group: 'A',
            openapi: 'a.json',
            pages: [
              'get /x',
              { group: 'B', openapi: 'b.json', pages: ['POST /y'] },
              'b.json POST /y',
            ],
          },
          { group: 'H', pages: ['WEBHOOK ping', 'GET /none'] },
        ],
      },
      { operations },
    );
    expect(children(navigation.root)).toEqual([
      { 'group A': ['api/x', { 'group B': ['api/y'] }, 'api/y'] },
      { 'group H': ['hooks/ping'] },
    ]);
    expect(problems).toEqual([
      'error missing-operation: Missing operation GET /none',
      'warning duplicate-page: Page api/y is listed more than once in "Acme"',
    ]);
  });

  test('lists the pages of an entry with a description first, then its operations', () => {
    const { navigation } = resolve({
      tabs: [
        { tab: 'API', openapi: 'o', groups: [{ group: 'Start', pages: ['start'] }] },
        { tab: 'More', groups: [{ group: 'G', openapi: 'o', pages: ['g'] }] },
        {
          tab: 'Own',
          openapi: 'o',
          groups: [
            { group: 'Start', pages: ['own'] },
            { group: 'P', openapi: 'p' },
          ],
        },
      ],
    });
    const operations = (source: string) => [
      `${source}/d`,
      { 'group Users': [`${source}/a`, `${source}/c`] },
      { 'group Orders': [`${source}/b`] },
    ];
    expect(children(navigation.root)).toEqual([
      { 'tab API': [{ 'group Start': ['start'] }, ...operations('o')] },
      { 'tab More': [{ 'group G': ['g', ...operations('o')] }] },
      { 'tab Own': [{ 'group Start': ['own'] }, { 'group P': operations('p') }] },
    ]);
  });

  test('a container or group without pages has all operations, grouped by tag', () => {
    const grouped = ['o/d', { 'group Users': ['o/a', 'o/c'] }, { 'group Orders': ['o/b'] }];
    const { navigation } = resolve({
      tabs: [
        { tab: 'API', openapi: 'o' },
        { tab: 'More', groups: [{ group: 'G', openapi: 'o' }] },
      ],
    });
    expect(children(navigation.root)).toEqual([
      { 'tab API': grouped },
      { 'tab More': [{ 'group G': grouped }] },
    ]);
  });
});

describe('places', () => {
  test('previous and next stay inside the innermost container and skip what is hidden', () => {
    const { navigation } = resolve(
      {
        tabs: [
          {
            tab: 'A',
            pages: [
              'a',
              'h',
              { group: 'G', root: 'r', pages: ['r', 'b'] },
              { group: 'X', hidden: true, pages: ['x'] },
            ],
          },
          { tab: 'B', pages: ['c', 'a'] },
        ],
      },
      { hidden: ['h'] },
    );
    const around = (path: string) =>
      navigation.places.get(path)?.map(({ previous, next }) => [previous, next]);
    expect(around('a')).toEqual([
      [undefined, 'r'],
      ['c', undefined],
    ]);
    expect(around('r')).toEqual([['a', 'b']]);
    expect(around('b')).toEqual([['r', undefined]]);
    expect(around('h')).toEqual([[undefined, undefined]]);
    expect(around('x')).toEqual([[undefined, undefined]]);
    expect(navigation.places.get('b')?.[0]?.trail.map(({ label }) => label)).toEqual([
      'Acme',
      'A',
      'G',
    ]);
  });

  const page = fc.constantFrom('a', 'b', 'c', 'd/e', 'f', 'g', 'h');
  const { container } = fc.letrec<{
    entry: unknown;
    group: unknown;
    container: Record<string, unknown>;
  }>((tie) => ({
    entry: fc.oneof({ weight: 3, arbitrary: page }, tie('group')),
    group: fc.record({
      group: fc.constant('G'),
      pages: fc.array(tie('entry'), { maxLength: 4 }),
    }),
    container: fc.oneof(
      { depthSize: 'small' },
      fc.record({ pages: fc.array(tie('entry'), { minLength: 1, maxLength: 6 }) }),
      fc.record({ groups: fc.array(tie('group'), { minLength: 1, maxLength: 4 }) }),
      ...(['tabs', 'versions', 'products', 'anchors', 'languages'] as const).map((key) =>
        fc.array(tie('container'), { minLength: 1, maxLength: 3 }).map((inner) => ({
          [key]: inner.map((entry, index) => ({
            ...entry,
            tab: 'T',
            product: 'P',
            anchor: 'A',
            name: `V${index}`,
            code: ['en', 'de', 'fr'][index],
          })),
        })),
      ),
    ),
  }));

  /** Pages of a written container in order. */
  const listed = (value: unknown): string[] => {
    if (typeof value === 'string') return [value];
    if (typeof value !== 'object' || value === null) return [];
    if (Array.isArray(value)) return value.flatMap(listed);
    return ['products', 'versions', 'languages', 'anchors', 'tabs', 'pages', 'groups'].flatMap(
      (key) => listed((value as Record<string, unknown>)[key]),
    );
  };

  test('every page that is listed has exactly its places', () => {
    fc.assert(
      fc.property(container, (written) => {
        const { navigation } = resolve(written);
        const expected = new Map<string, number>();
        for (const path of listed(written)) expected.set(path, (expected.get(path) ?? 0) + 1);
        const found = new Map([...navigation.places].map(([path, list]) => [path, list.length]));
        expect(found).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  test('previous and next are inverse to each other', () => {
    fc.assert(
      fc.property(container, (written) => {
        const { navigation } = resolve(written, { hidden: ['c'] });
        const innermost = (trail: readonly NavNode[]) =>
          trail.filter((n) => n.type === 'container').at(-1);
        for (const [path, places] of navigation.places) {
          for (const { next, trail } of places) {
            if (next === undefined) continue;
            expect(next).not.toBe('c');
            const back = navigation.places
              .get(next)
              ?.some(
                (place) => place.previous === path && innermost(place.trail) === innermost(trail),
              );
            expect(back).toBe(true);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('entries without a page', () => {
  test('are left out, with the groups, menus and tabs that held nothing else', () => {
    const { navigation, problems } = resolve(
      {
        tabs: [
          { tab: 'Gone', groups: [{ group: 'G', pages: ['gone', { group: 'H', pages: ['no'] }] }] },
          { tab: 'Here', menu: [{ item: 'M', pages: ['none'] }], pages: ['a'] },
        ],
      },
      { pages: ['a'] },
    );
    expect(children(navigation.root)).toEqual([{ 'tab Here': ['a'] }]);
    expect(navigation.first).toBe('a');
    expect(problems).toEqual([
      'error missing-page: Missing page gone, listed in the navigation',
      'error missing-page: Missing page no, listed in the navigation',
      'error missing-page: Missing page none, listed in the navigation',
    ]);
  });

  test('are no part of previous and next', () => {
    const { navigation } = resolve(
      { groups: [{ group: 'G', pages: ['a', 'gone', 'b'] }] },
      { pages: ['a', 'b'] },
    );
    expect(navigation.places.get('a')).toMatchObject([{ next: 'b' }]);
    expect(navigation.places.get('b')).toMatchObject([{ previous: 'a' }]);
  });

  test('are compared with the pages there are, and with their case', () => {
    const { problems, at } = resolve(
      {
        tabs: [{ tab: 'T', landing: 'guides/Start', pages: ['Guide', 'guides/strat', 'a/moved'] }],
      },
      { pages: ['guide', 'guides/start', 'b/moved'] },
    );
    expect(problems).toEqual([
      'error missing-landing: Missing page guides/Start, the landing of tab "T"; did you mean "guides/start"?',
      'error missing-page: Missing page Guide, listed in the navigation; did you mean "guide"?',
      'error missing-page: Missing page guides/strat, listed in the navigation; did you mean "guides/start"?',
      'error missing-page: Missing page a/moved, listed in the navigation; did you mean "b/moved"?',
    ]);
    expect(at).toEqual(['"landing": "guides/Start",', '"Guide",', '"guides/strat",', '"a/moved"']);
  });

  test('of a description that can’t be read are reported where it is named', () => {
    const { navigation, problems } = resolve({
      tabs: [
        { tab: 'API', openapi: 'unread.json', groups: [{ group: 'G', pages: ['GET /a'] }] },
        { tab: 'Docs', pages: ['a'] },
      ],
    });
    expect(problems).toEqual([]);
    expect(children(navigation.root)).toEqual([{ 'tab Docs': ['a'] }]);
  });

  test('may name a description without its extension', () => {
    const { navigation, problems } = resolve(
      { pages: ['v3-openapi post /a', 'get started/intro'] },
      { operations: { 'v3-openapi POST /a': 'api/a' } },
    );
    expect(problems).toEqual([]);
    expect(children(navigation.root)).toEqual(['api/a', 'get started/intro']);
  });
});
