import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sourceHash } from '../../../pipeline/source/hash.ts';
import { readRecords, translationsFolder } from '../../../pipeline/translate/records.ts';
import { type TranslateSummary, translateSite } from '../../../pipeline/translate.ts';
import { buildSite } from '../../support/build.ts';
import { makeTempDir, writeFiles } from '../../support/temp.ts';
import { answerOf, fakeModel, goodModel, translated } from '../translate/fake-model.ts';

const filler = Array.from(
  { length: 60 },
  (_, at) => `Paragraph ${at} tells the reader something about the setting of the server.`,
).join('\n\n');
const guide = `---
title: A stubborn title
description: A stubborn description
---

import Note from "/snippets/note.mdx";

## A stubborn heading

A stubborn paragraph with \`code\`.

A good paragraph with <Tooltip tip="A stubborn tip">a term</Tooltip>.

- A good item
- A stubborn item
- A stubborn item above
  - A good item below

1. A stubborn loose item

   A good paragraph of it

| A good head | Another head |
|---|---|
| A stubborn cell | A good cell |

> A stubborn quotation

<Card title="A stubborn card">A good text of it</Card>

<Info>
A stubborn text in a component
</Info>

<Card title="A good card">A stubborn text on one line</Card>

<div>A stubborn text in an element</div>

<h3>A stubborn heading as an element</h3>

<Note />

`;
const long = Array.from(
  { length: 140 },
  (_, at) => `Sentence ${at} tells the reader something about the setting of the server.`,
).join('\n\n');
const files = {
  'docs.json': JSON.stringify({
    name: 'Acme',
    colors: { primary: '#0d9373' },
    navigation: { groups: [{ group: 'Guides', pages: ['guide', 'other'] }] },
  }),
  'guide.mdx': `${guide}${long}\n`,
  'other.mdx': `---\ntitle: A good title\n---\n\n${filler}\n`,
  'snippets/note.mdx': `A stubborn text in a snippet\n\n${filler}\n`,
};
const props = { Card: ['title'], Tooltip: ['tip'] };
const isStubborn = (text: string) => /stubborn/.test(text);
const stubborn = (language: string) =>
  fakeModel((segments) =>
    answerOf(segments, ({ text }) => (isStubborn(text) ? undefined : translated(text, language))),
  );

describe.each(['de', 'ar'])('a site with pages that are translated in part into %s', (language) => {
  const folder = makeTempDir();
  const dir = join(folder, 'site');
  const out = join(folder, 'out');
  const options = { dir, out, language, scope: 'all', force: false, dryRun: false, props } as const;
  const recordOf = (path: string) => readRecords(translationsFolder(out), language).get(path);
  let summary: TranslateSummary;
  let html = '';

  beforeAll(async () => {
    writeFiles(dir, files);
    summary = await translateSite({ ...options, model: stubborn(language), now: () => 0 });
    const built = await buildSite(dir, out, {});
    html = readFileSync(join(built.site ?? '', language, 'guide', 'index.html'), 'utf8');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The attributes that say the language; the direction where it is another. */
  const marks = language === 'ar' ? 'lang="en" dir="ltr"' : 'lang="en"';

  test('says in its summary how many segments of them are in the source language', () => {
    expect(summary).toMatchObject({ completed: 2, failed: 0, partial: 1, fallbackSegments: 16 });
  });

  test('keeps in the record on disk how many they are, and where', () => {
    const record = recordOf('guide');
    expect(record).toMatchObject({ status: 'completed', fallbackSegments: 15 });
    const { text = '', untranslated = [] } = record ?? {};
    expect(untranslated.every(({ start, end }) => isStubborn(text.slice(start, end)))).toBe(true);
    expect(recordOf('other')).not.toHaveProperty('fallbackSegments');
    expect(recordOf('other')).not.toHaveProperty('untranslated');
  });

  test.each([
    ['the title', '<h1 class="dc-page-title" id="page-title" LANG>A stubborn title'],
    ['the description', '<p class="page-lead" LANG>A stubborn description'],
    ['a heading', '<h2 id="a-stubborn-heading" LANG>A stubborn heading'],
    ['a paragraph', '<p LANG>A stubborn paragraph with <code'],
    ['an item of a list', '<li LANG>A stubborn item</li>'],
    ['an item with a list in it', '<li><span LANG>A stubborn item above</span><ul><li>'],
    ['a paragraph of an item', '<li><p LANG>A stubborn loose item</p><p>'],
    ['a cell of a table', ' LANG>A stubborn cell</td>'],
    ['a quotation', '<blockquote><p LANG>A stubborn quotation</p>'],
    ['a paragraph in a component', '<p LANG>A stubborn text in a component</p>'],
    ['a component on one line', '<span LANG>A stubborn text on one line</span>'],
    ['an element', '<div LANG>A stubborn text in an element</div>'],
    ['a heading as an element', ' LANG>A stubborn heading as an element'],
    ['the title of a card', ' data-component-part="card-title"><span LANG>A stubborn card</span>'],
    ['a tip', '<span LANG>A stubborn tip</span>'],
    ['a snippet', '<p LANG>A stubborn text in a snippet</p>'],
  ])('says the language of %s', (_name, wanted) => {
    const isFrame = /class="(?:dc-)?page-/.test(wanted);
    const here = isFrame
      ? language === 'ar'
        ? 'dir="ltr" lang="en"'
        : 'dir="auto" lang="en"'
      : marks;
    const [before, words = ''] = wanted.split('LANG');
    // As short as it is readable when it fails.
    const page = html.slice(html.indexOf('class="page-start"'));
    const at = page.indexOf(words);
    const found = page.slice(Math.max(0, at - 100), at + 60);
    expect(found).toContain(`${before}${here}${words}`);
  });

  test('says it of nothing else', () => {
    const main = html.slice(html.indexOf('<main'));
    expect(main).toContain(`<a href="#a-stubborn-heading" ${marks}>A stubborn heading</a>`);
    const marked = [...main.matchAll(/<[^>]* lang="en"[^>]*>([^<]*)/g)].map(([, text]) => text);
    // Two lists of contents have the two headings.
    expect(marked).toHaveLength(16 + 4);
    expect(marked.filter((text = '') => !isStubborn(text))).toEqual([]);
    expect(html).toContain(`<html lang="${language}"`);
  });

  test('shows the title of the source in the navigation', () => {
    expect(html).toMatch(/<span class="nav-text">(?:<bdi>)?A stubborn title<\//);
  });

  test('has a Markdown twin without any of it', async () => {
    const built = await buildSite(dir, out, {});
    const twin = readFileSync(join(built.site ?? '', language, 'guide.md'), 'utf8');
    expect(twin).toContain('A stubborn paragraph with `code`.');
    expect(twin).not.toContain('lang=');
  });

  test('asks for them alone in the next run, and once for each run', async () => {
    for (let run = 0; run < 2; run++) {
      const model = stubborn(language);
      const again = await translateSite({ ...options, model, now: () => 0 });
      // Each is asked for once more, with the reason.
      const asked = new Set(model.requests.flat().map(({ text }) => text));
      expect([...asked].every(isStubborn)).toBe(true);
      expect(asked.size).toBe(16);
      expect(again).toMatchObject({ completed: 1, partial: 1, fallbackSegments: 16 });
    }
    const stale = goodModel(language);
    await translateSite({ ...options, scope: 'stale', model: stale, now: () => 0 });
    expect(stale.requests).toEqual([]);
  });

  test('is whole once the model has an answer', async () => {
    const model = goodModel(language);
    const whole = await translateSite({ ...options, model, now: () => 0 });
    expect(model.requests.flat()).toHaveLength(16);
    expect(whole).toMatchObject({ completed: 1, failed: 0, partial: 0, fallbackSegments: 0 });
    expect(recordOf('guide')).not.toHaveProperty('fallbackSegments');
    const built = await buildSite(dir, out, {});
    const page = readFileSync(join(built.site ?? '', language, 'guide', 'index.html'), 'utf8');
    expect(page.slice(page.indexOf('<main')).includes('lang="en"')).toBe(false);
    const last = goodModel(language);
    await translateSite({ ...options, model: last, now: () => 0 });
    expect(last.requests).toEqual([]);
  });
});

test('a part is marked as long as the record says so, though the text stays the same', async () => {
  const folder = makeTempDir();
  const dir = join(folder, 'site');
  writeFiles(dir, files);
  const translatedHash = sourceHash(files['guide.mdx']);
  const text = '---\ntitle: Anleitung\n---\n\n## Docker Compose\n\nEin Absatz.\n\n<Note />\n';
  const start = text.indexOf('Docker');
  const untranslated = [{ start, end: start + 'Docker Compose'.length }];
  const marked: boolean[] = [];
  for (const parts of [untranslated, [], untranslated]) {
    const guide = { text, translatedHash, ...(parts.length > 0 ? { untranslated: parts } : {}) };
    const translations = { pages: { de: { guide } }, labels: {} };
    const { site = '' } = await buildSite(dir, join(folder, 'out'), { translations });
    const html = readFileSync(join(site, 'de/guide/index.html'), 'utf8');
    marked.push(html.includes('<h2 id="docker-compose" lang="en">'));
  }
  expect(marked).toEqual([true, false, true]);
  rmSync(folder, { recursive: true, force: true });
});
