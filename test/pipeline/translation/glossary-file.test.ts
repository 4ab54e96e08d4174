import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTranslations, translationsFolder } from '../../../pipeline/translate/records.ts';
import { translateSite } from '../../../pipeline/translate.ts';
import { openGlossary, readGlossary } from '../../../pipeline/translation/glossary-file.ts';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';
import { goodModel } from '../translate/fake-model.ts';

const read = (value: unknown) =>
  readGlossary(typeof value === 'string' ? value : JSON.stringify(value, null, 2), {
    file: 'glossary.json',
    sourceLanguage: 'en',
  });
const told = (value: unknown) =>
  read(value).problems.map(({ ruleId, reason, place }) => {
    const { line, column } = place?.start ?? { line: 0, column: 0 };
    return `${line}:${column} ${ruleId}: ${reason}`;
  });

describe('a glossary in a file', () => {
  test('takes terms as the service does, with its defaults and both names of a field', () => {
    const { terms, problems } = read([
      { term: ' Workspace ', translations: { de: 'Arbeitsbereich' } },
      { sourceTerm: 'Acme', context: 'The product', doNotTranslate: true, caseSensitive: false },
    ]);
    expect(problems).toEqual([]);
    expect(terms).toEqual([
      {
        term: 'Workspace',
        description: '',
        translations: { de: 'Arbeitsbereich' },
        caseSensitive: true,
        doNotTranslate: false,
      },
      {
        term: 'Acme',
        description: 'The product',
        translations: {},
        caseSensitive: false,
        doNotTranslate: true,
      },
    ]);
  });

  test('names the place of every mistake, and finds them all', () => {
    const text = `[
  { "term": "" },
  { "description": "no name" },
  { "term": "a", "translations": { "xx": "b" } },
  { "term": "b", "translations": { "en": "b" } },
  { "term": "c", "sourceTerm": "d" },
  { "term": "Cloud", "caseSensitive": false },
  { "term": "cloud" },
  { "term": "e", "doNotTranslte": true }
]`;
    expect(told(text)).toEqual([
      expect.stringMatching(/^2:13 out-of-range: .*at least 1/),
      '3:3 missing-field: Missing term',
      expect.stringMatching(/^4:36 unknown-key: .*xx/),
      expect.stringMatching(/^5:36 source-language: "en" is the source language/),
      '6:18 contradiction: term and sourceTerm are the same field, expected only one of them',
      '8:13 duplicate-term: The glossary already contains the term "Cloud"',
      expect.stringMatching(/^9:18 unknown-key: .*doNotTranslate/),
    ]);
  });

  test.each([
    ['', /json-empty: The file is empty, expected a list/],
    ['{}', /wrong-type: .*expected a list/],
    ['[{]', /json-syntax/],
    ['[,]', /json-syntax/],
  ])('refuses %j in words', (text, words) => {
    expect(told(text).join('\n')).toMatch(words);
  });

  test('is glossary.json next to docs.json, the file that is set, or none', () => {
    const dir = writeFiles(tempDir(), { 'docs.json': minimalConfig(['index']) });
    const open = (file?: string) =>
      openGlossary(dir, { sourceLanguage: 'en', ...(file ? { file } : {}) }).map((t) => t.term);
    expect(open()).toEqual([]);
    writeFiles(dir, { 'glossary.json': [{ term: 'a' }], 'more/terms.json': [{ term: 'b' }] });
    expect(open()).toEqual(['a']);
    expect(open(join(dir, 'more/terms.json'))).toEqual(['b']);
    expect(() => open(join(dir, 'none.json'))).toThrow('does not exist');
    writeFiles(dir, { 'glossary.json': [{ term: 1 }] });
    expect(() => open()).toThrow(/^glossary\.json:3:13: .*1 to 100/);
  });
});

describe('docent translate with a glossary', () => {
  const text = 'Open the Workspace of Acme Cloud and look at it.';
  const site = (glossary: unknown) =>
    writeFiles(tempDir(), {
      'docs.json': minimalConfig(['index']),
      'index.mdx': `---\ntitle: Start\n---\n\n${text}\n`,
      'glossary.json': glossary,
    });
  const run = async (dir: string, model = goodModel('de'), force = false) => {
    const summary = await translateSite({
      ...{ dir, out: join(dir, '.docent'), language: 'de', scope: 'all', force, model },
      ...{ dryRun: false, now: () => 0 },
    });
    return { summary, asked: model.requests.flat().map((segment) => segment.text) };
  };
  const shown = (dir: string) =>
    readTranslations(translationsFolder(join(dir, '.docent')))?.pages.de?.index?.text;

  test('keeps the terms that stay, in text the model never had to copy', async () => {
    const dir = site([{ term: 'Acme Cloud', doNotTranslate: true }]);
    const { asked, summary } = await run(dir);
    expect(summary.failed).toBe(0);
    expect(asked.join('\n')).not.toContain('Acme');
    expect(shown(dir)).toContain('Acme Cloud');
    expect(shown(dir)).not.toContain('Workspace');
  });

  test('brings a changed term to pages that are forced', async () => {
    const dir = site([{ term: 'Acme Cloud', doNotTranslate: true }]);
    await run(dir);
    writeFiles(dir, { 'glossary.json': [{ term: 'Workspace', doNotTranslate: true }] });
    expect((await run(dir)).asked).toEqual([]);
    await run(dir, goodModel('de'), true);
    expect(shown(dir)).toContain('Workspace');
  });

  test('translates nothing by a glossary with mistakes', async () => {
    const dir = site([{ term: 'a', translations: { en: 'b' } }]);
    await expect(run(dir)).rejects.toThrow(/^glossary\.json:5:7: "en" is the source language/);
    expect(shown(dir)).toBeUndefined();
  });

  test('leaves the file out of the site', async () => {
    const dir = site([{ term: 'Acme' }]);
    const { site: folder = '' } = await buildSite(dir, join(dir, '.docent'));
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('Acme');
    expect(existsSync(join(folder, 'glossary.json'))).toBe(false);
  });
});
