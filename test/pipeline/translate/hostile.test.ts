import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSite } from '../../../pipeline/build/read-site.ts';
import { memoryCache } from '../../../pipeline/cache/cache.ts';
import { problemsAsJson } from '../../../pipeline/report/json.ts';
import {
  type FileRecord,
  readRecords,
  translationsFolder,
  writeRecord,
} from '../../../pipeline/translate/records.ts';
import { translateSite } from '../../../pipeline/translate.ts';
import { translatablePages } from '../../../pipeline/translation/source-pages.ts';
import type { Page } from '../../../schema/site.ts';
import { type BuiltSite, buildSite } from '../../support/build.ts';
import { builtCorpus } from '../../support/built-corpus.ts';
import { corpus } from '../../support/corpus.ts';
import { makeTempDir } from '../../support/temp.ts';
import { type BuiltPages, readBuiltPages } from './built-pages.ts';
import { dice, hostileModel } from './hostile-model.ts';
import { expectSamePage } from './same-page.ts';

/** Each language writes differently, and each site is of other hands. */
const languages = { mem0: ['ja'], dify: ['ar'] } as const;
/** A line at the end of the text that some pages had before. */
const earlier = 'This line was written before 5c1d.';

/**
 * Real documentation is translated by a model that misbehaves in every way known,
 * stored as the command line does it, and built: what readers get is looked at, not what was meant.
 */
for (const name of ['mem0', 'dify'] as const) {
  const targets: readonly string[] = languages[name];
  const dir = corpus(name);
  describe.skipIf(dir === undefined)(`${name}, translated by a hostile model`, () => {
    const folder = makeTempDir();
    const out = join(folder, 'out');
    const records = new Map<string, ReadonlyMap<string, FileRecord>>();
    const spoiled = new Map<string, string>();
    let sources: readonly Page[] = [];
    let plain: BuiltSite;
    let built: BuiltSite;
    let pages: BuiltPages;
    /** Every stored text with its page. */
    const stored = () =>
      targets.flatMap((to) =>
        sources.map((page) => {
          const record = records.get(to)?.get(page.path);
          return { to, page, record, path: translatedPath(name, to, page.path) };
        }),
      );

    beforeAll(async () => {
      const from = { dir: dir ?? '', cache: memoryCache(), codeVersion: 'test' };
      const { site } = await readSite(from);
      sources = site ? translatablePages(site) : [];
      plain = await builtCorpus(name, out);
      const started = performance.now();
      for (const to of targets) {
        seed(translationsFolder(out), to, sources);
        const { segments, fallback, completed, partial, failed } = await translateSite({
          ...{ dir: from.dir, out, language: to, scope: 'all', force: false, dryRun: false },
          model: hostileModel(to, dice(to.charCodeAt(0)), spoiled),
          now: () => 0,
        });
        records.set(to, readRecords(translationsFolder(out), to));
        const rate = ((100 * fallback) / segments).toFixed(2);
        console.log(
          `${name} ${to}: ${completed} pages completed, ${partial} of them in part, ${failed} failed; ${rate} % of ${segments} segments fall back`,
        );
      }
      const translated = performance.now();
      built = await buildSite(from.dir, out);
      pages = readBuiltPages(built);
      console.log(
        `${name}: translated in ${Math.round(translated - started)} ms, built in ${Math.round(performance.now() - translated)} ms`,
      );
    }, 900_000);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test('has pages that could be saved, and pages that could not, with and without an earlier text', () => {
      for (const to of targets) {
        const own = stored().filter((one) => one.to === to);
        expect(own).toHaveLength(sources.length);
        expect(own.filter(({ record }) => record?.status === 'completed').length).toBeGreaterThan(
          50,
        );
      }
      const failed = stored().filter(({ record }) => record?.status === 'failed');
      expect(failed.some(({ record }) => record?.text !== undefined)).toBe(true);
      expect(failed.some(({ record }) => record?.text === undefined)).toBe(true);
    });

    test('keeps the skeleton and every byte outside of prose', () => {
      for (const { page, record } of stored()) {
        if (record?.status !== 'completed') continue;
        expect(record.translatedHash).toBe(page.file.hash);
        expectSamePage(page.file, record.text ?? '');
      }
    });

    test('says where its pages are in the source language, in the records and in the HTML', () => {
      const wrong: string[] = [];
      let partial = 0;
      for (const { page, record, path } of stored()) {
        const { status, text = '', fallbackSegments = 0, untranslated = [] } = record ?? {};
        if (status !== 'completed') continue;
        expect(untranslated, path).toHaveLength(fallbackSegments);
        if (fallbackSegments > 0) partial++;
        for (const { start, end } of untranslated) {
          expect(page.file.text.includes(text.slice(start, end)), path).toBe(true);
        }
        const { html } = pages.page(path);
        const isMarked = /<[^>]* lang="en"/.test(html.slice(html.indexOf('<main')));
        // Other fields are in the head, the title too where the text has its own; snippets have parts of their own.
        const hasTitle = /^---\n[\s\S]*?\n---\s+# /.test(text);
        const isShown = untranslated.some(({ field }) =>
          field === 'title' ? !hasTitle : field === undefined || field === 'description',
        );
        if (isMarked !== isShown && (isShown || page.uses.length === 0)) wrong.push(path);
      }
      expect(partial).toBeGreaterThan(20);
      expect(wrong).toEqual([]);
    });

    test('holds nothing that the model did wrong', () => {
      for (const { page, record } of stored()) {
        const text = record?.text ?? '';
        expect(text, page.path).not.toMatch(/evil\.example|evil-code|evil_call|EVIL_SECRET/);
      }
      const slips = targets.flatMap((to) =>
        [...rememberedTexts(translationsFolder(out), to)].flatMap((target) => {
          const misdeed = spoiled.get(target);
          // A heading or a list of names may be the same in two languages; a sentence is not, and
          // nothing is ever added.
          const isSure =
            !/echo|cut|French/.test(misdeed ?? '') ||
            (withoutMarks(target).length > 80 && !isOfNames(target));
          return misdeed !== undefined && isSure ? [`${to} ${misdeed}: ${target}`] : [];
        }),
      );
      expect(slips).toEqual([]);
    });

    test('is built without a problem more than the source alone', () => {
      expect(built.deployment?.status).toBe('completed');
      expect(problemsAsJson(built.problems)).toEqual(problemsAsJson(plain.problems));
    });

    test('shows completed pages in their language, and the earlier text or the source for the rest', () => {
      for (const { to, page, record, path } of stored()) {
        const { html, language } = pages.page(path);
        if (record?.status === 'completed') {
          expect(language, path).toBe(to);
          expect(html, path).not.toMatch(/translation-(?:stale|pending)/);
        } else if (record?.text !== undefined) {
          expect(language, path).toBe(to);
          expect(html, path).toContain('translation-stale');
          expect(html, path).toContain(earlier);
        } else {
          expect(language, path).toBe('en');
          expect(html, path).toContain('translation-pending');
          expect(html, path).not.toContain(earlier);
        }
        expect(page.language).toBe('en');
      }
    });

    test('has the ids of the source on every page', () => {
      const other = stored().filter(
        ({ page, path }) => `${pages.page(path).ids}` !== `${pages.page(page.path).ids}`,
      );
      expect(other.map(({ path }) => path)).toEqual([]);
    });

    test('leads nowhere that the source does not lead', () => {
      let links = 0;
      const broken: string[] = [];
      // What the authors broke themselves; the check of the build tells them.
      const known = new Set<string>();
      for (const { page, path } of stored()) {
        const own = pages.page(path).links;
        const theirs = pages.page(page.path).links;
        expect(own.length, path).toBe(theirs.length);
        for (const [index, address] of own.entries()) {
          links++;
          const fault = pages.faultOf(address, path);
          const before = pages.faultOf(theirs[index] ?? '', page.path);
          if (before !== undefined) known.add(before);
          else if (fault !== undefined) broken.push(`${path}: ${fault}`);
        }
      }
      expect(links).toBeGreaterThan(1000);
      for (const wrong of ['/no/such/page', '#no-such-id', '/de/no-such-page#id']) {
        expect(pages.faultOf(wrong, sources[0]?.path ?? '')).toContain(wrong);
      }
      expect(broken).toEqual([]);
      expect(known.size).toBeLessThan(5);
    });
  });
}

/** Whether a text is of names rather than of words. */
function isOfNames(text: string): boolean {
  const words = withoutMarks(text).match(/\p{L}[\p{L}\p{N}]*/gu) ?? [];
  return words.filter((word) => /^\p{Lu}/u.test(word)).length > words.length / 2;
}

function withoutMarks(text: string): string {
  return text.replace(/<[^>]*>/g, '');
}

/** Address of a page in another language; the English pages of dify have a folder of their own. */
function translatedPath(name: string, to: string, path: string): string {
  return `${to}/${name === 'dify' ? path.replace(/^en\//, '') : path}`;
}

/** What was accepted of the model, and not taken back later. */
function rememberedTexts(folder: string, to: string): Iterable<string> {
  const kept = new Map<string, string>();
  for (const line of readFileSync(join(folder, to, 'memory.jsonl'), 'utf8')
    .trim()
    .split('\n')) {
    const [key, target] = JSON.parse(line) as [string, string | null];
    if (target === null) kept.delete(key);
    else kept.set(key, target);
  }
  return kept.values();
}

/** Gives every second page a text from before, made from a source that is no longer current. */
function seed(folder: string, to: string, pages: readonly Page[]): void {
  for (const [index, page] of pages.entries()) {
    if (index % 2 !== 0) continue;
    writeRecord(folder, to, {
      pagePath: page.path,
      status: 'completed',
      translatedTitle: page.title,
      translatedHash: 'older',
      translatedAt: '1970-01-01T00:00:00.000Z',
      text: `${page.file.text.trimEnd()}\n\n${earlier}\n`,
    });
  }
}
