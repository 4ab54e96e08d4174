import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCurrent } from '../../../pipeline/output/read.ts';
import { watchSite } from '../../../pipeline/watch.ts';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

const site = {
  'docs.json': minimalConfig(['start', 'limits']),
  'start.mdx': '---\ntitle: Start\n---\n\nHow to begin.\n',
  'limits.mdx': '---\ntitle: Limits\n---\n\nHow much is allowed.\n',
};

describe('the search of a build', () => {
  test('is written into the site, and vectors next to it if a model makes some', async () => {
    const out = tempDir();
    const dir = writeFiles(tempDir(), site);
    const built = await buildSite(dir, out);
    expect(built.problems).toEqual([]);
    expect(existsSync(join(built.site ?? '', '_docent/search/index.json'))).toBe(true);
    expect(existsSync(join(out, 'search'))).toBe(false);
    const embed = async (texts: readonly string[]) => texts.map(() => [1, 0]);
    await buildSite(dir, out, { embeddings: { name: 'same', embed } });
    expect(existsSync(join(out, 'search', 'state.json'))).toBe(true);
  });

  test('links its files as they are when nothing was changed, cache or not', async () => {
    const dir = writeFiles(tempDir(), site);
    const out = tempDir();
    const first = await buildSite(dir, out);
    const again = await buildSite(dir, out);
    expect(again.stats.linked).toBe(again.stats.files);
    const bare = await buildSite(dir, tempDir(), { cache: false });
    expect(bare.stats.files).toBe(first.stats.files);
  });

  test('does not fail a build whose folder for the index is taken by a file', async () => {
    const out = tempDir();
    writeFileSync(join(out, 'search'), 'in the way');
    const embed = async (texts: readonly string[]) => texts.map(() => [1, 0]);
    const embeddings = { name: 'same', embed };
    const built = await buildSite(writeFiles(tempDir(), site), out, { embeddings });
    expect(built.problems.map(({ ruleId }) => ruleId)).toEqual(['index-not-written']);
    expect(built.deployment?.id).toBe(readCurrent(out));
  });
});

describe('the search of a watched site', () => {
  test('has its files under fixed names, made when they are asked for', async () => {
    const watch = watchSite({ dir: writeFiles(tempDir(), site), version: '0' });
    try {
      await watch.ready;
      const reader = watch.current();
      const read = async (name: string) => {
        const file = reader?.file(`/_docent/search/${name}`);
        const content = file && (await reader?.content(file));
        return content instanceof Uint8Array ? new TextDecoder().decode(content) : '';
      };
      expect(JSON.parse(await read('index.json'))).toMatchObject({
        reader: 'reader.js',
        languages: { en: 'en.json' },
      });
      expect(await read('reader.js')).toContain('openPieces');
      expect(await read('en-s.json')).toContain('limit');
      expect(await read('en-p.json')).toContain('How much is allowed.');
    } finally {
      await watch.close();
    }
  });
});
