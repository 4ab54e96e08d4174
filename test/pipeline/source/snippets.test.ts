import { describe, expect, test } from 'vitest';
import { parsePage } from '../../../pipeline/source/parse.ts';
import { createSnippets } from '../../../pipeline/source/snippets.ts';

const site = (files: Record<string, string>, assets: string[] = []) => {
  const texts = new Map(
    Object.entries(files).map(([path, text]) => [path, { path, text, hash: path }]),
  );
  const snippets = createSnippets({ texts, isAsset: (path) => assets.includes(path) });
  return (path: string) => {
    const file = texts.get(path);
    if (file === undefined) throw new Error(path);
    return snippets.resolve(file, parsePage(file, { format: 'mdx' }).root);
  };
};
const reasons = (resolved: { problems: readonly { reason: string }[] }) =>
  resolved.problems.map(({ reason }) => reason);

describe('createSnippets', () => {
  test('resolves default, named and namespace imports from the top and from the file', () => {
    const resolve = site(
      {
        'guides/a.mdx':
          'import B, { c as d } from "/snippets/b.mdx"\nimport * as E from "../snippets/e.jsx"\n' +
          'import f from "./f.json"\nimport g from "/img/g.png"\nimport H from "/snippets/h"\n\nText',
        'snippets/b.mdx': 'b',
        'snippets/e.jsx': '',
        'guides/f.json': '{}',
        'snippets/h.tsx': '',
      },
      ['img/g.png'],
    );
    const { imports, uses, problems } = resolve('guides/a.mdx');
    expect(problems).toEqual([]);
    expect(imports.map(({ path, kind, names }) => [path, kind, names])).toEqual([
      [
        'snippets/b.mdx',
        'page',
        [
          { imported: 'default', local: 'B' },
          { imported: 'c', local: 'd' },
        ],
      ],
      ['snippets/e.jsx', 'component', [{ imported: '*', local: 'E' }]],
      ['guides/f.json', 'data', [{ imported: 'default', local: 'f' }]],
      ['img/g.png', 'asset', [{ imported: 'default', local: 'g' }]],
      ['snippets/h.tsx', 'component', [{ imported: 'default', local: 'H' }]],
    ]);
    expect(uses).toHaveLength(5);
  });

  test('finds legacy snippets in both rooms, and what they use in turn', () => {
    const resolve = site({
      'a.mdx': '<Snippet file="x/b.mdx" /> <Snippet file="c.mdx" />',
      '_snippets/x/b.mdx': 'import D from "./d.jsx"\n\n<D />',
      '_snippets/x/d.jsx': "import { e } from '/snippets/e.js';",
      'snippets/c.mdx': 'c',
      'snippets/e.js': 'export const e = 1',
    });
    const { included, uses, problems } = resolve('a.mdx');
    expect(problems).toEqual([]);
    expect([...included]).toEqual([
      ['x/b.mdx', '_snippets/x/b.mdx'],
      ['c.mdx', 'snippets/c.mdx'],
    ]);
    expect(uses).toEqual([
      '_snippets/x/b.mdx',
      '_snippets/x/d.jsx',
      'snippets/c.mdx',
      'snippets/e.js',
    ]);
  });

  test('lets hooks be imported out of habit, but no package', () => {
    const resolve = site({ 'a.mdx': 'import { useState } from "react"\nimport x from "lodash"\n' });
    expect(resolve('a.mdx').problems).toMatchObject([
      { severity: 'error', ruleId: 'import-package', place: { start: { line: 1 } } },
    ]);
  });

  test('names a missing file with the nearest one and the chain that wants it', () => {
    const resolve = site({
      'a.mdx': 'import B from "/snippets/b.mdx"\n',
      'snippets/b.mdx': '\nimport C from "./intor.mdx"\n',
      'snippets/intro.mdx': '',
    });
    const resolved = resolve('a.mdx');
    expect(resolved.problems).toMatchObject([
      { ruleId: 'missing-snippet', file: 'snippets/b.mdx', place: { start: { line: 2 } } },
    ]);
    expect(reasons(resolved)).toEqual([
      'The file "./intor.mdx" does not exist (used by a.mdx); did you mean "/snippets/intro.mdx"?',
    ]);
  });

  test('shows the whole cycle, and never hangs in it', () => {
    const resolve = site({
      'a.mdx': 'import B from "/snippets/b.mdx"\n',
      'snippets/b.mdx': 'import C from "./c.mdx"\n',
      'snippets/c.mdx': 'import B from "./b.mdx"\n',
    });
    expect(reasons(resolve('a.mdx'))).toEqual([
      'These files include each other: a.mdx → snippets/b.mdx → snippets/c.mdx → snippets/b.mdx.',
    ]);
  });

  test('tells a snippet’s own problem once, on however many pages it stands', () => {
    const text = 'import B from "/snippets/b.mdx"\n';
    const resolve = site({ 'a.mdx': text, 'c.mdx': text, 'snippets/b.mdx': '{' });
    expect(resolve('a.mdx').problems).toMatchObject([
      { ruleId: 'mdx-syntax', file: 'snippets/b.mdx' },
    ]);
    expect(resolve('c.mdx').problems).toEqual([]);
  });

  test('never leaves the folder', () => {
    const resolve = site({
      'a.mdx': 'import A from "../../etc/passwd"\n\n<Snippet file="../../x.mdx" />',
    });
    const { imports, uses, problems } = resolve('a.mdx');
    expect([imports, uses]).toEqual([[], []]);
    expect(problems).toHaveLength(2);
  });
});
