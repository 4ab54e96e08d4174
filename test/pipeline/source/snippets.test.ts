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
      { severity: 'error', ruleId: 'import-package', place: { start: { line: 2, column: 1 } } },
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

  test('finds a file that differs in upper and lower case alone', () => {
    const resolve = site({
      'a.mdx': 'import Guide from "/snippets/Guide.mdx"\n\n<Snippet file="GUIDE.mdx" />',
      'snippets/guide.mdx': '',
    });
    expect(reasons(resolve('a.mdx'))).toEqual([
      'The file "/snippets/Guide.mdx" does not exist; did you mean "/snippets/guide.mdx"?',
      'The file "GUIDE.mdx" does not exist; did you mean "/snippets/guide.mdx"?',
    ]);
  });

  test('ends a row of thousands of files, each including the next, and names the place', () => {
    const files: Record<string, string> = { 'a.mdx': 'import B from "/snippets/1.mdx"\n' };
    for (let index = 1; index <= 5000; index++) {
      files[`snippets/${index}.mdx`] = `import B from "/snippets/${index + 1}.mdx"\n\n<B />`;
    }
    const { problems, uses } = site(files)('a.mdx');
    expect(uses).toHaveLength(100);
    expect(problems).toMatchObject([
      { ruleId: 'snippet-depth', file: 'snippets/100.mdx', place: { start: { line: 1 } } },
    ]);
  });

  test('reads each file once, however many times levels of files multiply it', () => {
    const files: Record<string, string> = { 'a.mdx': 'import B from "/snippets/1-0.mdx"\n' };
    for (let level = 1; level <= 20; level++) {
      for (let index = 0; index < 10; index++) {
        files[`snippets/${level}-${index}.mdx`] = Array.from(
          { length: 10 },
          (_, next) => `import B${next} from "./${level + 1}-${next}.mdx"\n`,
        ).join('');
      }
    }
    for (let index = 0; index < 10; index++) files[`snippets/21-${index}.mdx`] = 'end';
    const { uses, problems } = site(files)('a.mdx');
    expect(uses).toHaveLength(201);
    expect(problems).toEqual([]);
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

  test('reports a snippet’s own problem with each page, once on however many ways', () => {
    const text = 'import B from "/snippets/b.mdx"\n';
    const resolve = site({
      'a.mdx': `${text}import D from "/snippets/d.mdx"\n`,
      'c.mdx': text,
      'snippets/b.mdx': '{',
      'snippets/d.mdx': text,
    });
    for (const page of ['a.mdx', 'c.mdx']) {
      expect(resolve(page).problems).toMatchObject([
        { ruleId: 'mdx-syntax', file: 'snippets/b.mdx' },
      ]);
    }
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
