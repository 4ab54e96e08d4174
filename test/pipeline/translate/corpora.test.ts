import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../../pipeline/source/parse.ts';
import { mapMemory, translatePage } from '../../../pipeline/translate/page.ts';
import { pseudo, pseudoModel } from '../../../pipeline/translate/pseudo.ts';
import { shapeOf, signatureOf } from '../../../pipeline/translate/runs.ts';
import { corpus } from '../../support/corpus.ts';
import { answerOf, fakeModel, goodModel, misdeeds, translated } from './fake-model.ts';

interface Source {
  readonly path: string;
  readonly text: string;
}

const mem0 = corpus('mem0');
const dify = corpus('dify');
const sources = [...pagesIn(mem0, '**/*.mdx'), ...pagesIn(dify, 'en/**/*.mdx')];

function pagesIn(dir: string | undefined, glob: string): Source[] {
  if (dir === undefined) return [];
  return globSync(glob, { cwd: dir })
    .filter((path) => !path.includes('node_modules'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(dir, path), 'utf8') }));
}

const base = { from: 'en', style: 'formal', glossary: [] } as const;
const pageOf = ({ path, text }: Source) => ({ path, text, format: 'mdx' as const, title: path });

function shape(source: Source, text: string) {
  const { root } = parsePage({ path: source.path, text }, { format: 'mdx' });
  return { ...shapeOf(root, text), text };
}

/** What must be the same in every translation, however it was made. */
function expectSamePage(source: Source, text: string): void {
  const before = shape(source, source.text);
  const after = shape(source, text);
  expect(after.form, source.path).toBe(before.form);
  expect(after.runs.length, source.path).toBe(before.runs.length);
  for (const [index, run] of before.runs.entries()) {
    const now = after.runs[index];
    if (now) expect(signatureOf(now, text)).toBe(signatureOf(run, source.text));
  }
}

/** A small sure generator of numbers from 0 to 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe.skipIf(sources.length === 0)('real documentation', () => {
  test('stays byte for byte when a model answers with what it was given', async () => {
    const model = pseudoModel((text) => text);
    const changed: string[] = [];
    for (const source of sources) {
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
        for (const { fault } of found.faults) faults.set(fault, (faults.get(fault) ?? 0) + 1);
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

  test.each(['de', 'ja', 'ar'])(
    'is never completed and wrong, whatever the model does in %s',
    async (to) => {
      const roll = dice(to.charCodeAt(0));
      const names = Object.keys(misdeeds);
      let completed = 0;
      const slips: string[] = [];
      for (const source of sources) {
        const spoiled = new Map<string, string>();
        const model = fakeModel((segments) => {
          const way = roll();
          if (way < 0.05) return 'I am sorry, I cannot do that.';
          if (way < 0.08) return { text: '{"translations": {"1": "Das ist', finish: 'length' };
          return answerOf(segments, ({ text }) => {
            const good = translated(text, to);
            if (roll() > 0.1) return good;
            const name = names[Math.floor(roll() * names.length)] ?? '';
            const bad = misdeeds[name]?.(good, text, to);
            if (bad !== undefined && bad !== good) spoiled.set(bad, name);
            return bad;
          });
        });
        const entries = new Map<string, string>();
        const options = { ...base, to, model, memory: mapMemory(entries) };
        const found = await translatePage(pageOf(source), options);
        expectSamePage(source, found.text);
        expect(found.text).not.toMatch(/evil\.example|evil-code|evil_call|EVIL_SECRET/);
        for (const target of found.status === 'completed' ? entries.values() : []) {
          const name = spoiled.get(target);
          // A heading may be the same in two languages; a sentence is not, and nothing is ever added.
          if (name && (!/echo|cut|French/.test(name) || target.length > 80))
            slips.push(`${name}: ${target}`);
        }
        if (found.status === 'completed') {
          completed++;
          expect(found.stats.fallback).toBe(0);
        }
      }
      expect(slips).toEqual([]);
      expect(completed).toBeGreaterThan(0);
    },
    240_000,
  );
});
