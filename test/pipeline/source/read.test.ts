import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { kindOf, readSource } from '../../../pipeline/source/read.ts';
import { corpus } from '../../support/corpus.ts';
import { tempDir, writeFiles } from '../../support/temp.ts';

const keys = (map: ReadonlyMap<string, unknown>) => [...map.keys()];

describe('readSource', () => {
  test('divides a folder into pages, snippets and assets', async () => {
    const dir = writeFiles(tempDir(), {
      'docs.json': {},
      'index.mdx': 'a',
      'guides/start.md': 'b',
      'snippets/x.mdx': 'c',
      '_snippets/y.md': 'd',
      'components/z.jsx': '',
      'openapi.yaml': 'openapi: 3.1.0',
      'logo.svg': '<svg viewBox="0 0 24 12"/>',
      'README.md': 'r',
      'AGENTS.md': 'r',
      'guides/agents.mdx': 'a page',
      '.env': 'SECRET=1',
      '.github/x.md': '',
      'node_modules/a/index.mdx': '',
      'cert.pem': '',
      'style.css': '',
    });
    const tree = await readSource(dir);
    expect(tree.problems).toEqual([]);
    expect(keys(tree.pages)).toEqual(['guides/agents', 'guides/start', 'index']);
    expect(keys(tree.snippets)).toEqual([
      '_snippets/y.md',
      'components/z.jsx',
      'docs.json',
      'openapi.yaml',
      'snippets/x.mdx',
      'style.css',
    ]);
    expect(keys(tree.assets)).toEqual(['logo.svg', 'openapi.yaml', 'style.css']);
    expect(tree.assets.get('logo.svg')).toMatchObject({ width: 24, height: 12, bytes: 26 });
  });

  test('makes a page of what navigation lists', () => {
    expect(kindOf('guide/README.mdx')).toBe('nothing');
    expect(kindOf('CHANGELOG.md')).toBe('nothing');
    expect(kindOf('CHANGELOG.md', new Set(['CHANGELOG']))).toBe('page');
    expect(kindOf('guide/CONTRIBUTING.md')).toBe('nothing');
    expect(kindOf('changelog.mdx')).toBe('page');
    expect(kindOf('guide/README.mdx', new Set(['guide/README']))).toBe('page');
    expect(kindOf('guide/snippets/a.mdx')).toBe('snippet');
    expect(kindOf('guide/snippets/a.mdx', new Set(['guide/snippets/a']))).toBe('page');
    expect(kindOf('snippets/a.mdx', new Set(['snippets/a']))).toBe('snippet');
  });

  test('leaves out what .docentignore and the caller name', async () => {
    const dir = writeFiles(tempDir(), {
      '.docentignore': '# drafts\ndrafts/\n*.tmp.mdx\n!keep.tmp.mdx\n/only-top.mdx\n',
      'drafts/a.mdx': '',
      'b.tmp.mdx': '',
      'keep.tmp.mdx': '',
      'only-top.mdx': '',
      'x/only-top.mdx': '',
      'out/c.mdx': '',
    });
    const tree = await readSource(dir, { ignore: ['out'] });
    expect(keys(tree.pages)).toEqual(['keep.tmp', 'x/only-top']);
  });

  test('leaves out what .mintignore names, unless .docentignore takes it back', async () => {
    const dir = writeFiles(tempDir(), {
      '.mintignore': 'drafts\n*.draft.mdx\n/notes.md\n',
      '.docentignore': '!kept.draft.mdx',
      'drafts/a.mdx': '',
      'b.draft.mdx': '',
      'kept.draft.mdx': '',
      'notes.md': '',
      'guides/notes.md': '',
    });
    const tree = await readSource(dir);
    expect(keys(tree.pages)).toEqual(['guides/notes', 'kept.draft']);
    expect(tree.problems).toEqual([]);
  });

  test('leaves out built sites and the outputs of builds, wherever they are', async () => {
    const dir = writeFiles(tempDir(), {
      'a.mdx': '',
      'public/.docent-site': 'dpl_1',
      'public/a.md': '',
      'some/outputs/current': 'dpl_1',
      'some/outputs/deployments/dpl_1/sources.json': '{}',
      'guides/deployments/current.mdx': '',
    });
    const tree = await readSource(dir);
    expect(keys(tree.pages)).toEqual(['a', 'guides/deployments/current']);
    expect(keys(tree.assets)).toEqual([]);
  });

  test('follows links inside the folder and none that lead out of it', async () => {
    const outside = writeFiles(tempDir(), { 'secret.mdx': 'secret' });
    const dir = writeFiles(tempDir(), { 'a.mdx': 'a' });
    symlinkSync(join(dir, 'a.mdx'), join(dir, 'b.mdx'));
    symlinkSync(join(outside, 'secret.mdx'), join(dir, 'c.mdx'));
    symlinkSync(outside, join(dir, 'd'));
    symlinkSync(dir, join(dir, 'loop'));
    symlinkSync(join(dir, 'gone'), join(dir, 'e.mdx'));
    const tree = await readSource(dir);
    expect(keys(tree.pages)).toEqual(['a', 'b']);
    expect(tree.problems.map(({ file, ruleId }) => `${file} ${ruleId}`)).toEqual([
      'c.mdx link-outside',
      'd link-outside',
      'e.mdx unreadable-file',
      'loop link-outside',
    ]);
  });

  test('tells what is not UTF-8 at its line', async () => {
    const dir = writeFiles(tempDir(), {
      'a.mdx': new Uint8Array([0x61, 0x0a, 0x62, 0xff, 0x63]),
      'b.mdx': new Uint8Array([0xff, 0xfe, 0x61, 0x00]),
    });
    const { problems, pages } = await readSource(dir);
    expect(problems).toMatchObject([
      { ruleId: 'not-utf8', file: 'a.mdx', place: { start: { line: 2, column: 2 } } },
      { ruleId: 'not-utf8', reason: 'The file is not valid UTF-8, it looks like UTF-16.' },
    ]);
    expect(pages.get('b')?.text).toBe('a');
  });

  test('reads pages of many megabytes, and leaves out those above the limit', async () => {
    const page = (bytes: number) => 'some words\n\n'.repeat(bytes / 12).padEnd(bytes);
    const dir = writeFiles(tempDir(), {
      'large.mdx': page(5_000_000),
      'largest.mdx': page(16_000_000),
      'above.mdx': page(16_000_001),
      'index.mdx': 'a',
    });
    const tree = await readSource(dir);
    expect(keys(tree.pages)).toEqual(['index', 'large', 'largest']);
    expect(tree.problems).toEqual([
      {
        severity: 'error',
        source: 'source',
        ruleId: 'file-too-large',
        file: 'above.mdx',
        reason: 'The file is 16.1 MB large, expected at most 16 MB; it is left out.',
        actual: '16.1 MB',
        expected: ['at most 16 MB'],
        note: 'Split the page, or add the file to .docentignore.',
      },
    ]);
  });

  test('tells pages that collide', async () => {
    const dir = writeFiles(tempDir(), { 'a.md': '1', 'a.mdx': '2', 'B.mdx': '', 'b.mdx': '' });
    const { problems, pages } = await readSource(dir);
    expect(problems.map(({ severity, ruleId, file }) => [severity, ruleId, file])).toEqual([
      ['error', 'page-collision', 'a.md'],
      ['warning', 'case-collision', 'b.mdx'],
    ]);
    expect(pages.get('a')?.text).toBe('2');
  });

  test.skipIf(process.getuid?.() === 0)('tells what it may not read, and reads on', async () => {
    const dir = writeFiles(tempDir(), { 'a.mdx': '', 'b.mdx': '' });
    mkdirSync(join(dir, 'c'));
    chmodSync(join(dir, 'a.mdx'), 0);
    chmodSync(join(dir, 'c'), 0);
    const { problems, pages } = await readSource(dir);
    chmodSync(join(dir, 'c'), 0o700);
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(['unreadable-folder', 'unreadable-file']);
    expect(keys(pages)).toEqual(['b']);
  });

  test('asks the memo before it reads an asset again', async () => {
    const dir = writeFiles(tempDir(), { 'a.txt': 'x' });
    const entries = new Map<string, unknown>();
    const memo = {
      get: <T>(_: string, key: string) => entries.get(key) as T | undefined,
      set: (_: string, key: string, value: unknown) => void entries.set(key, value),
    };
    const first = await readSource(dir, { memo });
    for (const [key, value] of entries) entries.set(key, { ...(value as object), hash: 'known' });
    const second = await readSource(dir, { memo });
    expect(first.assets.get('a.txt')?.hash).toHaveLength(64);
    expect(second.assets.get('a.txt')?.hash).toBe('known');
  });

  test('reads the corpora without a problem', async () => {
    const mem0 = corpus('mem0');
    if (mem0 === undefined) return;
    const tree = await readSource(mem0);
    expect(tree.problems).toEqual([]);
    const mdx = [...tree.texts.keys()].filter((path) => path.endsWith('.mdx'));
    expect(mdx).toHaveLength(247);
    expect(mdx.filter((path) => !tree.snippets.has(path))).toHaveLength(243);
  });
});
