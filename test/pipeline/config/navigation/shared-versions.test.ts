import { describe, expect, test } from 'vitest';
import { resolveNavigation } from '../../../../pipeline/config/navigation.ts';
import { readConfig } from '../../../../pipeline/config/read.ts';
import type { NavNode } from '../../../../schema/site.ts';

function resolve(navigation: unknown, pages: readonly string[]) {
  const text = JSON.stringify({ name: 'Acme', colors: { primary: '#0d9373' }, navigation });
  const { config } = readConfig(text, { file: 'docs.json' });
  if (config === undefined) throw new Error('no configuration');
  return resolveNavigation(config, {
    page: (path) => (pages.includes(path) ? { hidden: false } : undefined),
    operation: () => undefined,
    operations: () => [],
  });
}

function sketch(node: NavNode): unknown {
  if (node.type === 'page') return node.path;
  if (node.type === 'link') return `-> ${node.href}`;
  if (node.type === 'container' && node.href !== undefined) return `${node.label} -> ${node.href}`;
  return { [node.label]: node.children.map(sketch) };
}

const versions = [
  { name: 'v2', url: '/', default: true },
  { name: 'v1', url: '/v1', lifecycle: 'deprecated' },
];

describe('versions that have only a URL, over one navigation', () => {
  test('have the pages whose address begins with their prefix', () => {
    const { navigation } = resolve(
      { versions, groups: [{ group: 'G', pages: ['a', 'v1/a', 'v1/old', 'b'] }] },
      ['a', 'b', 'v1/a', 'v1/old'],
    );
    expect(navigation.root.children.map(sketch)).toEqual([
      { v2: [{ G: ['a', 'b'] }] },
      { v1: [{ G: ['v1/a', 'v1/old'] }] },
    ]);
    expect(navigation.root.children).toMatchObject([{ opens: 'a' }, { opens: 'v1/a' }]);
    expect(navigation.places.get('v1/old')?.[0]).toMatchObject({ previous: 'v1/a' });
  });

  test('have the counterparts of the pages of the default version', () => {
    const { navigation, problems } = resolve(
      {
        versions: [
          { name: 'v2', url: '/v2' },
          { name: 'v1', url: '/v1' },
        ],
        groups: [{ group: 'G', root: 'v2/index', pages: ['v2/a', 'v2/new'] }],
      },
      ['v2/index', 'v2/a', 'v2/new', 'v1/index', 'v1/a'],
    );
    expect(problems).toEqual([]);
    expect(navigation.root.children.map(sketch)).toEqual([
      { v2: [{ G: ['v2/a', 'v2/new'] }] },
      { v1: [{ G: ['v1/a'] }] },
    ]);
    expect(navigation.places.has('v1/index')).toBe(true);
  });

  test('belong to the longest of several prefixes', () => {
    const { navigation } = resolve(
      {
        versions: [...versions, { name: 'v1 beta', url: 'v1/beta/' }],
        pages: ['a', 'v1/a', 'v1/beta/a', 'v10/a'],
      },
      ['a', 'v1/a', 'v1/beta/a', 'v10/a'],
    );
    expect(navigation.root.children.map(sketch)).toEqual([
      { v2: ['a', 'v10/a'] },
      { v1: ['v1/a'] },
      { 'v1 beta': ['v1/beta/a'] },
    ]);
  });

  test('share links, and tabs that have pages of theirs', () => {
    const { navigation } = resolve(
      {
        versions,
        anchors: [{ anchor: 'Blog', href: 'https://example.com' }],
        tabs: [
          { tab: 'Guides', landing: 'a', pages: ['a', 'v1/a'] },
          { tab: 'New', pages: ['b'] },
        ],
      },
      ['a', 'b', 'v1/a'],
    );
    expect(navigation.root.children.map(sketch)).toEqual([
      { v2: ['Blog -> https://example.com', { Guides: ['a'] }, { New: ['b'] }] },
      { v1: ['Blog -> https://example.com', { Guides: ['v1/a'] }] },
    ]);
    expect(navigation.root.children[1]).toMatchObject({ children: [{}, { opens: 'v1/a' }] });
  });

  test('stand next to versions with pages of their own, and on other sites', () => {
    const { navigation } = resolve(
      {
        versions: [
          { name: 'v2', url: '/' },
          { name: 'v1', url: '/v1', pages: ['v1/a'] },
          { name: 'v0', url: 'https://v0.example.com' },
        ],
        groups: [{ group: 'G', pages: ['a'] }],
      },
      ['a', 'v1/a'],
    );
    expect(navigation.root.children.map(sketch)).toEqual([
      { v2: [{ G: ['a'] }] },
      { v1: ['v1/a'] },
      'v0 -> https://v0.example.com',
    ]);
  });

  test('are reported when their pages are too many to share', () => {
    const pages = Array.from({ length: 1000 }, (_, index) => `p${index}`);
    const { problems } = resolve(
      {
        versions: Array.from({ length: 600 }, (_, index) => ({
          name: `${index}`,
          url: `/${index}`,
        })),
        pages,
      },
      pages,
    );
    expect(problems).toMatchObject([{ ruleId: 'shared-versions' }]);
  });
});
