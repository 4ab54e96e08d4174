import { globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPageRecords } from '../../pipeline/output/read.ts';
import { parsePage } from '../../pipeline/source/parse.ts';
import { walk } from '../../pipeline/source/tree.ts';
import { type BuiltSite, buildSite } from '../support/build.ts';
import { builtCorpus } from '../support/built-corpus.ts';
import { corpus } from '../support/corpus.ts';
import { parseHtml, textOf } from '../support/html.ts';
import { makeTempDir } from '../support/temp.ts';

/** `.mdx` files; those below `_snippets/` are parts of pages. */
const expected = {
  mem0: { files: 247, snippets: 4, operations: 0 },
  dify: { files: 574, snippets: 0, operations: 164 },
} as const;

for (const name of ['mem0', 'dify'] as const) {
  const dir = corpus(name);
  describe.runIf(dir !== undefined)(`the documentation tree ${name}`, () => {
    const out = makeTempDir();
    let built: BuiltSite;

    beforeAll(async () => {
      built = await builtCorpus(name, out);
    }, 180_000);
    afterAll(() => rmSync(out, { recursive: true, force: true }));

    test('is built without an error', () => {
      expect(built.problems.filter((problem) => problem.severity === 'error')).toEqual([]);
      expect(built.deployment?.status).toBe('completed');
    });

    test('has no broken link between pages', () => {
      const links = built.problems.filter((problem) => problem.ruleId === 'broken-link');
      expect(links.map(({ file, reason }) => `${file}: ${reason}`)).toEqual([]);
    });

    const { files, snippets, operations } = expected[name];
    test(`has ${files - snippets} pages of ${files} files, and ${operations} operations`, () => {
      const records = readPageRecords(out, built.deployment?.id ?? '');
      const sources = globSync('**/*.mdx', { cwd: dir ?? '' });
      const pages = sources.filter((file) => !/(^|\/)_?snippets\//.test(file));
      expect(sources).toHaveLength(files);
      expect(pages).toHaveLength(files - snippets);
      const written = records.filter((record) => record.file.endsWith('.mdx'));
      expect(written.map((record) => record.file).sort()).toEqual(pages.sort());
      expect(records.filter((record) => record.origin === 'generated')).toHaveLength(operations);
      const lost = records.filter(({ url }) => {
        const file = join(built.site ?? '', url, 'index.html');
        return !statSync(file, { throwIfNoEntry: false })?.isFile();
      });
      expect(lost.map((record) => record.url)).toEqual([]);
    });

    test('loses no word of any page', () => {
      const lost: string[] = [];
      let read = 0;
      for (const file of globSync('**/*.mdx', { cwd: dir ?? '' })) {
        if (/(^|\/)_?snippets\//.test(file)) continue;
        const text = readFileSync(join(dir ?? '', file), 'utf8');
        const path = file.replace(/\.mdx$/, '').replace(/(^|\/)index$/, '');
        const html = readFileSync(join(built.site ?? '', path, 'index.html'), 'utf8');
        const shown = tight(textOf(parseHtml(html)));
        const written = words({ path: file, text });
        read += written.length;
        const missing = written.filter((word) => !shown.includes(tight(word)));
        if (missing.length > 0) lost.push(`${file}: ${missing.slice(0, 3).join(' | ')}`);
      }
      expect(read).toBeGreaterThan(10_000);
      expect(lost).toEqual([]);
    }, 60_000);

    test('built again touches nothing but its own deployment', async () => {
      const snapshot = () =>
        new Map(
          globSync('**/*', { cwd: out })
            .filter((path) => /^deployments\/dpl_/.test(path))
            .map((path) => [path, statSync(join(out, path))] as const)
            .filter(([, stats]) => stats.isFile())
            .map(([path, stats]) => [path, `${stats.ino} ${stats.mtimeMs} ${stats.size}`] as const),
        );
      const before = snapshot();
      const again = await buildSite(dir ?? '', out);
      const after = snapshot();
      for (const [path, facts] of before) expect(after.get(path), path).toBe(facts);
      const own = `deployments/${again.deployment?.id}/`;
      for (const path of after.keys()) expect(before.has(path) || path.startsWith(own)).toBe(true);
      // What did not change is in the same file under a second name, not a copy.
      const old = `deployments/${built.deployment?.id}/`;
      const packs = [...after.keys()].filter((path) => path.startsWith(`${own}contents/`));
      expect(packs.length).toBeGreaterThan(0);
      for (const path of packs) expect(after.get(path)).toBe(before.get(path.replace(own, old)));
    }, 120_000);
  });
}

/** Runs of text and code that a reader of the source sees. */
function words(file: { readonly path: string; readonly text: string }): string[] {
  const found: string[] = [];
  const { root } = parsePage(file, { format: 'mdx' });
  walk(root, (node) => {
    if (node.type === 'text' || node.type === 'inlineCode') found.push(node.value);
    if (node.type === 'code') {
      for (const line of node.value.split('\n')) {
        if (!line.includes('[!code')) found.push(line);
      }
    }
  });
  return found.filter((text) => text.trim() !== '');
}

const tight = (text: string): string => text.replace(/\s+/g, '');
