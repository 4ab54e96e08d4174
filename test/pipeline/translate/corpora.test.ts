import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mapMemory, translatePage } from '../../../pipeline/translate/page.ts';
import { pseudo, pseudoModel } from '../../../pipeline/translate/pseudo.ts';
import { corpus } from '../../support/corpus.ts';
import { goodModel } from './fake-model.ts';
import { expectSamePage, type Source } from './same-page.ts';

const mem0 = corpus('mem0');
const dify = corpus('dify');
const sources = [...pagesIn(mem0, '**/*.mdx'), ...pagesIn(dify, 'en/**/*.mdx')];

/** Pages in another script, for what needs no model. */
const chinese = pagesIn(dify, 'zh/**/*.mdx');

function pagesIn(dir: string | undefined, glob: string): Source[] {
  if (dir === undefined) return [];
  return globSync(glob, { cwd: dir })
    .filter((path) => !path.includes('node_modules'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(dir, path), 'utf8') }));
}

const base = { from: 'en', style: 'formal', glossary: [] } as const;
const pageOf = ({ path, text }: Source) => ({ path, text, format: 'mdx' as const, title: path });

describe.skipIf(sources.length === 0)('real documentation', () => {
  test('stays byte for byte when a model answers with what it was given', async () => {
    const model = pseudoModel((text) => text);
    const changed: string[] = [];
    const windows = sources
      .filter((_, index) => index % 10 === 0)
      .map(({ path, text }) => ({ path, text: `\ufeff${text.replace(/\r?\n/g, '\r\n')}` }));
    for (const source of [...sources, ...chinese, ...windows]) {
      const options = { ...base, to: 'de', model, memory: mapMemory(), pseudo: true };
      const { text, status } = await translatePage(pageOf(source), options);
      if (text !== source.text || status !== 'completed') changed.push(source.path);
    }
    expect(changed).toEqual([]);
  }, 120_000);

  test('keeps its structure in pseudo-translation', async () => {
    const model = pseudoModel(pseudo);
    const failed: string[] = [];
    for (const source of sources) {
      const options = { ...base, to: 'de', model, memory: mapMemory(), pseudo: true };
      const { text, status } = await translatePage(pageOf(source), options);
      if (status === 'failed') failed.push(source.path);
      expectSamePage(source, text);
    }
    expect(failed).toEqual([]);
  }, 120_000);

  test.each(['de', 'ja', 'ar'])(
    'falls back in at most 0.5 % of segments into %s',
    async (to) => {
      let segments = 0;
      const faults = new Map<string, number>();
      for (const source of sources) {
        const options = { ...base, to, model: goodModel(to), memory: mapMemory() };
        const found = await translatePage(pageOf(source), options);
        segments += found.stats.segments;
        for (const { reason } of found.faults) faults.set(reason, (faults.get(reason) ?? 0) + 1);
        expectSamePage(source, found.text);
      }
      const fallback = [...faults.values()].reduce((sum, count) => sum + count, 0);
      console.log(
        `${to}: ${fallback} of ${segments} segments fall back`,
        Object.fromEntries(faults),
      );
      expect(fallback / segments).toBeLessThanOrEqual(0.005);
    },
    240_000,
  );
});
