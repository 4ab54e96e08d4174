import { describe, expect, test } from 'vitest';
import { withAnchors } from '../../../pipeline/addresses/fix-anchors.ts';
import { withRedirects } from '../../../pipeline/addresses/fix-redirects.ts';
import type { ProposedRedirect } from '../../../pipeline/addresses/folders.ts';

const moved = (from: string, to: string): ProposedRedirect => {
  const page = { path: from, title: from, file: `${from}.mdx`, language: 'en' };
  const pages = [{ ...page, likely: { to, clue: 'title' as const } }];
  return { source: `/${from}`, destination: `/${to}`, pages };
};

function write(files: Readonly<Record<string, string>>, ...proposed: ProposedRedirect[]) {
  return withRedirects(proposed, (path) => files[path]);
}

describe('redirects in docs.json', () => {
  test('follow the others, and nothing else of the file changes', () => {
    const text = `{
    "name":  "Test",
    "redirects": [
        { "source": "/x", "destination": "/y" }
    ],
    "colors": { "primary": "#16a34a" }
}
`;
    expect(write({ 'docs.json': text }, moved('old', 'new'))?.text).toBe(
      text.replace('"/y" }\n', '"/y" },\n        { "source": "/old", "destination": "/new" }\n'),
    );
  });

  test('are added to a file without any', () => {
    const text = '{\n\t"name": "Test"\n}';
    expect(JSON.parse(write({ 'docs.json': text }, moved('old', 'new'))?.text ?? '')).toEqual({
      name: 'Test',
      redirects: [{ source: '/old', destination: '/new' }],
    });
  });

  test('go into the file that docs.json refers to', () => {
    const files = { 'docs.json': '{"redirects": {"$ref": "./config/moved.json"}}' };
    expect(write({ ...files, 'config/moved.json': '[]\n' }, moved('old', 'new'))).toEqual({
      path: 'config/moved.json',
      text: '[{ "source": "/old", "destination": "/new" }]\n',
    });
    expect(write({ 'docs.json': '{"redirects": {"$ref": "../../moved.json"}}' })).toBeUndefined();
  });

  test('leave no chain and no loop', () => {
    const redirects = [
      { source: '/oldest', destination: '/old?a=1#b' },
      { source: '/new/', destination: '/old' },
      { source: '/far', destination: 'https://example.com/old' },
    ];
    const text = JSON.stringify({ redirects });
    expect(JSON.parse(write({ 'docs.json': text }, moved('old', 'new'))?.text ?? '')).toEqual({
      redirects: [
        { source: '/oldest', destination: '/new?a=1#b' },
        { source: '/far', destination: 'https://example.com/old' },
        { source: '/old', destination: '/new' },
      ],
    });
  });

  test('a file that is not JSON is left alone', () => {
    expect(write({ 'docs.json': '{ "redirects": [' }, moved('old', 'new'))).toBeUndefined();
    expect(write({}, moved('old', 'new'))).toBeUndefined();
  });
});

describe('anchors in pages', () => {
  const lost = (anchor: string, to?: string) => ({
    ...{ path: 'p', file: 'p.mdx', anchor, heading: anchor },
    ...(to === undefined ? {} : { likely: { to, clue: 'text' as const } }),
  });

  test('come before their headings, several of them too', () => {
    const text = '---\ntitle: P\n---\n\n## First one\n\na\n\n<Steps>\n  ## Two\n\n  b\n</Steps>\n';
    const all = [lost('one', 'first-one'), lost('two-old', 'two'), lost('two-older', 'two')];
    const fixed = withAnchors({ path: 'p.mdx', text }, [...all, lost('gone'), lost('x"y', 'two')]);
    expect(fixed.text).toBe(
      '---\ntitle: P\n---\n\n<a id="one" />\n\n## First one\n\na\n\n<Steps>\n  <a id="two-older" />\n\n  <a id="two-old" />\n\n  ## Two\n\n  b\n</Steps>\n',
    );
    expect(fixed.written).toEqual(all);
  });

  test('are written for Markdown where the page is Markdown', () => {
    const file = { path: 'p.md', text: '# P\n\n## Two\n' };
    expect(withAnchors(file, [lost('one', 'two')]).text).toContain('<a id="one"></a>\n\n## Two');
  });
});
